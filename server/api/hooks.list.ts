import { listHooks as list } from '../domain/hooks/list.ts'
import type { Handler } from './contract.ts'
import { presentHook } from './present/hook.ts'

/** `GET /hooks` (contract 4.3). */
export const listHooks: Handler<'listHooks'> = async (call) => {
  const includeDisabled = call.query.include_disabled === 'true'
  const hooks = await list(call.ctx, call.actor, { includeDisabled })
  const now = call.ctx.clock.now()
  return call.reply(200, { hooks: hooks.map((hook) => presentHook(hook, now)) })
}

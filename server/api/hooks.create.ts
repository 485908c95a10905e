import { registerHook } from '../domain/hooks/register.ts'
import type { Handler } from './contract.ts'
import { presentHook } from './present/hook.ts'

/** `POST /hooks` (contract 4.4). */
export const createHook: Handler<'createHook'> = async (call) => {
  const { target_url, events, payload } = call.body.data
  const { hook, secret, replaced } = await registerHook(call.ctx, call.actor, {
    targetUrl: target_url,
    events: events ?? [],
    payload: payload ?? null,
  })
  return call.reply(200, {
    ...presentHook(hook, call.ctx.clock.now()),
    secret,
    replaced_hook_ids: replaced,
    warnings: call.warnings,
  })
}

import { rotateHookSecret as rotate } from '../domain/hooks/rotate.ts'
import type { Handler } from './contract.ts'

/** `POST /hooks/{id}/rotate` (contract 4.6). */
export const rotateHookSecret: Handler<'rotateHookSecret'> = async (call) => {
  const { hook, secret, previousValidUntil } = await rotate(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    id: hook.id,
    secret,
    secret_prefix: hook.secret_prefix,
    previous_secret_valid_until: previousValidUntil.toISOString(),
  })
}

import { recoverHook as recover } from '../domain/hooks/recover.ts'
import type { Handler } from './contract.ts'

/** `POST /hooks/{id}/recover`: an addition of ours to contract 4.8. */
export const recoverHook: Handler<'recoverHook'> = async (call) => {
  const recovered = await recover(call.ctx, call.actor, call.params.id, new Date(call.body.data.since))
  return call.reply(200, { recovered })
}

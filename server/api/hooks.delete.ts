import { deleteHook as remove } from '../domain/hooks/delete.ts'
import type { Handler } from './contract.ts'

/** `DELETE /hooks/{id}` (contract 4.5). */
export const deleteHook: Handler<'deleteHook'> = async (call) => {
  await remove(call.ctx, call.actor, call.params.id)
  return call.reply(204)
}

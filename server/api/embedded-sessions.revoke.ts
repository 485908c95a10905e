import { revokeSession } from '../domain/signers/embedding/revoke.ts'
import type { Handler } from './contract.ts'

/** `DELETE /embedded/sign-sessions/{id}` (decision 0044). */
export const revokeEmbeddedSession: Handler<'revokeEmbeddedSession'> = async (call) => {
  await revokeSession(call.ctx, call.actor, call.params.id)
  return call.reply(204)
}

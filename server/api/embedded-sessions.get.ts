import { readSession } from '../domain/signers/embedding/read.ts'
import type { Handler } from './contract.ts'
import { presentSession } from './present/embedded-session.ts'

/** `GET /embedded/sign-sessions/{id}` (decision 0044). */
export const getEmbeddedSession: Handler<'getEmbeddedSession'> = async (call) => {
  const session = await readSession(call.ctx, call.actor, call.params.id)
  return call.reply(200, presentSession(call.ctx, session))
}

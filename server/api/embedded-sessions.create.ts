import { mintSession } from '../domain/signers/embedding/mint.ts'
import type { Handler } from './contract.ts'
import { presentMinted } from './present/embedded-session.ts'

/** `POST /embedded/sign-sessions` (contract 4.14). */
export const createEmbeddedSession: Handler<'createEmbeddedSession'> = async (call) => {
  const { signing_request_id, origin, ttl_seconds, locale } = call.body.data
  const { session, embedUrl } = await mintSession(call.ctx, call.actor, {
    signingRequestId: signing_request_id,
    origin,
    ttlSeconds: ttl_seconds,
    locale: locale ?? null,
  })
  return call.reply(201, presentMinted(session, embedUrl))
}

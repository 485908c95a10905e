import { createEmbeddedSession } from '../domain/signers/embedding/mint.ts'
import { revokeEmbeddedSession } from '../domain/signers/embedding/revoke.ts'
import { getEmbeddedSession } from '../domain/signers/embedding/session.ts'
import type { Handlers } from './contract.ts'
import { presentMinted, presentSession } from './present/embedded-session.ts'

/** What `/embedded/sign-sessions` does. */
export const embeddedSessions = {
  /** `POST /embedded/sign-sessions` (contract 4.14). */
  async createEmbeddedSession(call) {
    const { signing_request_id, origin, ttl_seconds, locale } = call.body.data
    const { session, embedUrl } = await createEmbeddedSession(call.ctx, call.actor, {
      signingRequestId: signing_request_id,
      origin,
      ttlSeconds: ttl_seconds,
      locale: locale ?? null,
    })
    return call.reply(201, presentMinted(session, embedUrl))
  },

  /** `GET /embedded/sign-sessions/{id}` (decision 0044). */
  async getEmbeddedSession(call) {
    const session = await getEmbeddedSession(call.ctx, call.actor, call.params.id)
    return call.reply(200, presentSession(call.ctx, session))
  },

  /** `DELETE /embedded/sign-sessions/{id}` (decision 0044). */
  async revokeEmbeddedSession(call) {
    await revokeEmbeddedSession(call.ctx, call.actor, call.params.id)
    return call.reply(204)
  },
} satisfies Partial<Handlers>

import { randomBytes, randomUUID } from 'node:crypto'
import type { Ctx } from '../../../context.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import type { Actor, ApiKeyActor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { assertMay } from '../../may.ts'
import { appendAudit } from '../../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner, type SignerRow } from '../../records/documents.ts'
import { isPastExpiry } from '../checks.ts'
import { atReviewEnd } from '../review.ts'
import { allows } from '../states.ts'
import { embedOrigin } from './origin.ts'
import { available } from './resolve.ts'
import { hashToken, type Session } from './session.ts'

export interface MintInput {
  signingRequestId: string
  origin: string
  ttlSeconds: number
  /** Null: the signer's own language. */
  locale: string | null
}

const TOKEN_BYTES = 32

/**
 * Opens a session for one signer, which the caller shows in a frame of its own page (contract 4.14). The token appears
 * only in `embedUrl`; only its hash is stored.
 * @throws DomainError `invalid_origin`, `origin_not_allowed`; `not_found`; `request_not_signable`;
 * `embedding_unavailable` when the database fails
 */
export async function createEmbeddedSession(
  ctx: Ctx,
  actor: Actor,
  input: MintInput,
): Promise<{ session: Session; embedUrl: string }> {
  assertMay(ctx, actor, 'createEmbeddedSession')
  const origin = embedOrigin(ctx.config, input.origin)
  return available(async () => {
    const seen = await loadSigner(ctx.db, actor.workspaceId, input.signingRequestId)
    await assertRegistered(ctx, actor.keyId, origin)
    const token = `es_${randomBytes(TOKEN_BYTES).toString('base64url')}`
    const session = await transaction(ctx.db, async (tx) => {
      const document = await lockDocument(tx, seen.document_id)
      const now = ctx.clock.now()
      const signer = atReviewEnd(document, await reloadSigner(tx, seen.id), now)
      assertSignable(signer, now)
      return insert(ctx, tx, actor, { ...input, origin }, { signer, token })
    })
    return { session, embedUrl: `${ctx.config.publicUrl}/embed/${token}` }
  })
}

async function assertRegistered(ctx: Ctx, keyId: string, origin: string): Promise<void> {
  const key = await ctx.db
    .selectFrom('api_keys')
    .select('embed_origins')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow()
  if (key.embed_origins.includes(origin)) return
  throw new DomainError('origin_not_allowed', `${origin} is not registered on this key`)
}

function assertSignable(signer: SignerRow, now: Date): void {
  const passed = isPastExpiry(signer, now)
  if (allows('sign', signer.status) && !passed) return
  const status = passed && allows('expire', signer.status) ? 'expired' : signer.status
  throw new DomainError('request_not_signable', `the signing request is ${status}; it must be pending or viewed`, {
    meta: { status },
  })
}

async function insert(
  ctx: Ctx,
  tx: Tx,
  actor: ApiKeyActor,
  input: MintInput,
  { signer, token }: { signer: SignerRow; token: string },
): Promise<Session> {
  const now = ctx.clock.now()
  const row = await tx
    .insertInto('embedded_sessions')
    .values({
      id: randomUUID(),
      workspace_id: actor.workspaceId,
      api_key_id: actor.keyId,
      document_id: signer.document_id,
      signing_request_id: signer.id,
      token_hash: hashToken(token),
      origin: input.origin,
      locale: input.locale,
      ttl_seconds: input.ttlSeconds,
      created_at: now,
      expires_at: new Date(now.getTime() + input.ttlSeconds * 1000),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendAudit(ctx, tx, signer.document_id, {
    type: 'session_created',
    signingRequestId: signer.id,
    meta: { session_id: row.id, origin: row.origin, expires_at: row.expires_at.toISOString() },
    actor,
  })
  return { ...row, key_revoked_at: null, signer }
}

import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { IDEMPOTENCY } from '../../../limits.ts'
import { DomainError } from '../../errors.ts'

/** A 2xx response as it is stored and replayed. */
export interface StoredResponse {
  status: number
  body: unknown
}

/**
 * Identifies the key. The operation carries its path parameters, so that all base URLs and the legacy path share a key.
 */
export interface IdempotencyScope {
  workspaceId: string
  operation: string
  key: string
}

/** The right to do the work under an `Idempotency-Key`, as long as it is renewed. */
export interface IdempotencyClaim extends IdempotencyScope {
  token: string
}

export type ClaimResult = { claim: IdempotencyClaim } | { replay: StoredResponse }

/**
 * Claims the key for this call, or finds the response that was sent under it (contract 8, decision 0026). The claim of
 * a dead process ends within 5 s (`endClaims`), at the latest with its lease; only an identical request can take it over.
 * @param requestHash SHA-256 of the meaning of the request, not of its bytes
 * @throws DomainError `idempotency_key_reuse` for another request, `idempotency_in_progress`
 */
export async function claimKey(ctx: Ctx, scope: IdempotencyScope, requestHash: Buffer): Promise<ClaimResult> {
  for (;;) {
    const token = randomUUID()
    if (await insertClaim(ctx, scope, requestHash, token)) return { claim: { ...scope, token } }
    const row = await ctx.db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'body'])
      .where(sameKey(scope))
      .executeTakeFirst()
    // Freed between the two statements: it can be claimed now.
    if (!row) continue
    if (!row.request_hash.equals(requestHash)) {
      const message = 'this Idempotency-Key was used with another body in the last 24 hours; use a new one'
      throw new DomainError('idempotency_key_reuse', message)
    }
    if (row.status !== null && row.body !== null) {
      const body: unknown = JSON.parse(ctx.keyring.decrypt('answer', row.body).toString())
      return { replay: { status: row.status, body } }
    }
    throw new DomainError('idempotency_in_progress', 'the first call with this Idempotency-Key is still running', {
      retryInSeconds: IDEMPOTENCY.retryAfterSeconds,
    })
  }
}

async function insertClaim(ctx: Ctx, scope: IdempotencyScope, requestHash: Buffer, token: string): Promise<boolean> {
  const now = ctx.clock.now()
  const lease = new Date(now.getTime() + IDEMPOTENCY.leaseMs)
  const expiry = new Date(now.getTime() + IDEMPOTENCY.keptMs)
  const { rows } = await sql`
    insert into idempotency_keys as k (workspace_id, mode, operation, key, request_hash, token, lease_until, claimed_by, expires_at)
    values (${scope.workspaceId}, 'live', ${scope.operation}, ${scope.key}, ${requestHash}, ${token}, ${lease},
      ${ctx.holder.id}, ${expiry})
    on conflict (workspace_id, mode, operation, key) do update set
      request_hash = excluded.request_hash, token = excluded.token, lease_until = excluded.lease_until,
      claimed_by = excluded.claimed_by, expires_at = excluded.expires_at, status = null, body = null
    where k.expires_at <= ${now}
      or (k.status is null and k.lease_until < ${now} and k.request_hash = excluded.request_hash)
    returning 1
  `.execute(ctx.db)
  return rows.length === 1
}

/**
 * Stores the response in the transaction that makes it true, so that both exist or neither. Encrypted: it holds signing
 * links and the callback's secret.
 * @throws Error when the claim was lost (the lease expired and another call took over): the transaction must roll back
 */
export async function storeResponse(ctx: Ctx, tx: Tx, claim: IdempotencyClaim, answer: StoredResponse): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({
      status: answer.status,
      body: ctx.keyring.encrypt('answer', Buffer.from(JSON.stringify(answer.body))),
    })
    .where(sameKey(claim))
    .where('token', '=', claim.token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('the claim on the Idempotency-Key was lost while the work ran')
}

/** Extends the claim by another lease; without effect once the key is settled, freed or lost. */
export async function renewClaim(ctx: Pick<Ctx, 'db' | 'clock'>, claim: IdempotencyClaim): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ lease_until: new Date(ctx.clock.now().getTime() + IDEMPOTENCY.leaseMs) })
    .where(sameKey(claim))
    .where('token', '=', claim.token)
    .where('status', 'is', null)
    .execute()
}

/** Renews the claim until the returned function is called. */
export function keepRenewing(ctx: Ctx, claim: IdempotencyClaim): () => void {
  const timer = setInterval(() => {
    renewClaim(ctx, claim).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'could not renew an idempotency claim'),
    )
  }, IDEMPOTENCY.renewMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends the claims of dead processes. The token of each stays void once an identical request has claimed the key. */
export async function endClaims(tx: Tx, processes: string[]): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ lease_until: new Date(0), claimed_by: null })
    .where('status', 'is', null)
    .where('claimed_by', 'in', processes)
    .execute()
}

/** Frees the key after a response that is not stored (anything but 2xx). A stored response stays. */
export async function freeKey(ctx: Pick<Ctx, 'db'>, claim: IdempotencyClaim): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where(sameKey(claim))
    .where('token', '=', claim.token)
    .where('status', 'is', null)
    .execute()
}

/** The primary key as a condition. A sandbox, being a workspace, has its own. */
function sameKey(scope: IdempotencyScope) {
  return (eb: ExpressionBuilder<Database, 'idempotency_keys'>) =>
    eb.and({ workspace_id: scope.workspaceId, mode: 'live', operation: scope.operation, key: scope.key })
}

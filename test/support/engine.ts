import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../server/clock.ts'
import type { Ctx } from '../../server/context.ts'
import { createChanges } from '../../server/db/changes.ts'
import type { Db } from '../../server/db/database.ts'
import { transaction } from '../../server/db/database.ts'
import { createDeliverySignal } from '../../server/db/delivery-signal.ts'
import type { HooksTable, Metadata } from '../../server/db/schema.ts'
import type { SignerEventOwn, SignerEventType } from '../../server/domain/events/catalogue.ts'
import { type RecordOptions, recordEvent } from '../../server/domain/events/record.ts'
import { newCallbackHook } from '../../server/domain/hooks/callback.ts'
import { loadKeyring } from '../../server/keyring.ts'
import { createLogger } from '../../server/log.ts'
import { createMetrics } from '../../server/metrics.ts'
import { createOutbound, type OutboundOptions } from '../../server/net/outbound.ts'

export type EngineContext = Omit<Awaited<ReturnType<typeof engineContext>>, 'sandbox'> & Pick<Ctx, 'sandbox'>

/** What the delivery engine and the recording of events need, on a real database; allows plain http to this machine. */
export async function engineContext(db: Db, clock: Clock, outbound: Partial<OutboundOptions> = {}) {
  const log = createLogger('silent')
  return {
    db,
    clock,
    log,
    metrics: createMetrics(),
    keyring: await loadKeyring(db, Buffer.alloc(32, 7), clock),
    deliveries: createDeliverySignal({ pool: db.pool, log }),
    changes: createChanges(),
    sandbox: null,
    outbound: createOutbound({
      allowCidrs: ['127.0.0.0/8'],
      allowHttp: 'loopback',
      nat64: false,
      dnsServers: null,
      ...outbound,
    }),
  }
}

const SIGNER = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'tenant',
  slot: null,
  reference: 'cust-17',
  company: null,
  job_title: null,
}

/** A workspace with one document, with what events need. */
export async function seedDocument(db: Db, { clock, metadata = null }: { clock: Clock; metadata?: Metadata | null }) {
  const workspaceId = randomUUID()
  const documentId = randomUUID()
  const created_at = clock.now()
  const slug = workspaceId
  await db
    .insertInto('workspaces')
    .values({
      id: workspaceId,
      name: 'Acme',
      slug,
      tier: 'self_hosted',
      region: 'eu',
      retention_days: null,
      created_at,
    })
    .execute()
  await db
    .insertInto('documents')
    .values({
      id: documentId,
      workspace_id: workspaceId,
      region: 'eu',
      source: 'v1_api',
      title: 'Lease',
      filename: 'lease.pdf',
      message: null,
      placement: 'anchors',
      signing_mode: 'parallel',
      send_emails: false,
      metadata: metadata && JSON.stringify(metadata),
      expires_in_days: 14,
      page_count: 1,
      page_sizes: '[]',
      original_sha256: '0'.repeat(64),
      sha256: '0'.repeat(64),
      api_key_id: null,
      created_at,
    })
    .execute()
  return { workspaceId, documentId }
}

type Place = { workspaceId: string; documentId: string }

/** Records an event about the document's one signer. */
export async function record<T extends SignerEventType>(
  ctx: EngineContext,
  { workspaceId, documentId }: Place,
  type: T,
  own: SignerEventOwn[T],
  options: RecordOptions = {},
): Promise<string> {
  const signingRequestId = randomUUID()
  const base = { signing_request_id: signingRequestId, document_id: documentId, signer: SIGNER }
  const payload = { ...base, ...own, role: SIGNER.role, reference: SIGNER.reference }
  const event = { type, workspaceId, documentId, signingRequestId, payload }
  // The compiler cannot resolve the mapped type for a generic T.
  const recorded = await transaction(ctx.db, (tx) =>
    recordEvent(ctx, tx, event as Parameters<typeof recordEvent<T>>[2], options),
  )
  return recorded.eventId
}

/** The hook of the document itself. */
export async function callbackHook(ctx: EngineContext, place: Place, targetUrl: string): Promise<string> {
  const { secret, row } = newCallbackHook(ctx, { ...place, targetUrl })
  await ctx.db.insertInto('hooks').values(row).execute()
  return secret
}

/** Deliveries of a hook of the workspace that wait for a retry at `at`, each with an event of its own. */
export async function waitingDeliveries(
  ctx: Pick<EngineContext, 'db' | 'clock'>,
  { workspaceId, documentId, hookId, count, at }: Place & { hookId: string; count: number; at: Date },
): Promise<void> {
  const now = ctx.clock.now()
  const payload = JSON.stringify({ document_id: documentId, signer: SIGNER, role: 'tenant', reference: 'cust-17' })
  await sql`
    with recorded as (
      insert into events (id, type, workspace_id, document_id, payload, created_at)
      select 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'signing_request.viewed', ${workspaceId}, ${documentId},
        ${payload}::jsonb, ${now}
      from generate_series(1, ${count}::integer)
      returning id, type, payload
    ), added as (
      insert into deliveries (id, hook_id, workspace_id, event_id, event, document_id, status, attempts, schedule_step,
        body, mode, next_retry_at, created_at)
      select gen_random_uuid(), ${hookId}, ${workspaceId}, id, type, ${documentId}, 'pending', 3, 3,
        payload::text, 'full', ${at}, ${now}
      from recorded
      returning id, seq, hook_id, workspace_id
    )
    insert into delivery_queue (delivery_id, seq, hook_id, workspace_id, next_attempt_at, ready)
    select id, seq, hook_id, workspace_id, ${at}, false from added`.execute(ctx.db)
  await sql`analyze hooks, events, deliveries, delivery_queue`.execute(ctx.db)
}

/** A hook of the whole workspace. */
export async function workspaceHook(
  ctx: EngineContext,
  { workspaceId }: Pick<Place, 'workspaceId'>,
  targetUrl: string,
  options: Partial<Pick<HooksTable, 'payload'>> & { events?: string[]; enabled?: boolean } = {},
): Promise<{ id: string; secret: string }> {
  const id = randomUUID()
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  await ctx.db
    .insertInto('hooks')
    .values({
      id,
      workspace_id: workspaceId,
      scope: 'workspace',
      document_id: null,
      target_url: targetUrl,
      address: `${targetUrl}#${id}`,
      payload: 'full',
      secret: ctx.keyring.encrypt('secret', Buffer.from(secret)),
      secret_prefix: secret.slice(0, 12),
      created_at: ctx.clock.now(),
      ...options,
    })
    .execute()
  return { id, secret }
}

/**
 * Creates this many hooks, each with one delivery due at `at`, as that many documents with a `callback_url` would.
 * @returns their workspace
 */
export async function callbackHooks(
  ctx: Pick<EngineContext, 'db' | 'clock' | 'keyring'>,
  hooks: number,
  { url, at, slow = false }: { url: string; at: Date; slow?: boolean },
): Promise<string> {
  const { workspaceId, documentId } = await seedDocument(ctx.db, ctx)
  const now = ctx.clock.now()
  const sealed = ctx.keyring.encrypt('secret', Buffer.from(`whsec_${'0'.repeat(48)}`))
  await sql`
    insert into hooks (id, workspace_id, scope, document_id, target_url, payload, secret, secret_prefix, created_at, slow_since)
    select gen_random_uuid(), ${workspaceId}, 'document', ${documentId}, ${url}, 'full', ${sealed}, 'whsec_000000', ${now},
      ${slow ? now : null}::timestamptz
    from generate_series(1, ${hooks}::integer)`.execute(ctx.db)
  await sql`
    with added as (
      insert into deliveries (id, hook_id, period, workspace_id, event_id, event, document_id, status, attempts, schedule_step,
        body, mode, next_retry_at, created_at)
      select gen_random_uuid(), id, date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date, workspace_id, 'evt_' || replace(id::text, '-', ''), 'signing_request.sent',
        document_id, 'pending', 3, 3, '{}', 'full', ${at}, ${now}
      from hooks where workspace_id = ${workspaceId}
      returning id, seq, hook_id, workspace_id, period
    )
    insert into delivery_queue (delivery_id, seq, hook_id, workspace_id, period, next_attempt_at, ready)
    select id, seq, hook_id, workspace_id, period, ${at}, false from added`.execute(ctx.db)
  await sql`analyze hooks, deliveries, delivery_queue`.execute(ctx.db)
  return workspaceId
}

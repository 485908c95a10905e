import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { canonicalJson } from '../../canonical.ts'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { maskIp } from '../mask.ts'

/** The event types of the audit trail. */
export type AuditType =
  | 'created'
  | 'staged'
  | 'review_edited'
  | 'confirmed'
  | 'discarded'
  | 'sent'
  | 'released'
  | 'email_sent'
  | 'email_failed'
  | 'text_sent'
  | 'text_failed'
  | 'reminded'
  | 'viewed'
  | 'displayed'
  | 'consented'
  | 'signed'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'deadline_extended'
  | 'phone_changed'
  | 'link_renewed'
  | 'hand_over_proposed'
  | 'hand_over_ignored'
  | 'reassigned'
  | 'sms_sent'
  | 'sms_failed'
  | 'sms_verified'
  | 'sms_locked'
  | 'email_verified'
  | 'session_created'
  | 'session_revoked'
  | 'sealed'
  | 'renewed'
  | 'abandoned'
  | 'disclosed'
  | 'deleted_by_retention'

/** Flat facts only, so that the printed trail can show all of them. */
export type AuditMeta = Record<string, string | number | boolean | null | string[]>

/** The event exactly as published and hashed. The full address and user agent are bound by the commitment alone. */
export type PublishedAuditEvent = {
  seq: number
  type: AuditType
  at: string
  document_id: string
  signing_request_id: string | null
  actor: 'api_key' | 'signer' | 'user' | 'system'
  /** Masked to /24 or /48; null when unknown or when there was no caller. */
  ip: string | null
  meta: AuditMeta
  /** SHA-256(32-byte salt, canonical JSON of the private part), lowercase hex; null when there is none. */
  private_commitment: string | null
}

export type ChainedAuditEvent = PublishedAuditEvent & {
  prev_hash: string
  hash: string
}

export interface AuditEntry {
  type: AuditType
  signingRequestId?: string | null
  meta?: AuditMeta
  /** Who did it, by default the system; the full address and user agent go to the erasable table. */
  actor?: Actor
}

/** The previous hash of the first event. */
export const GENESIS_HASH = '0'.repeat(64)

/** `hash` = SHA-256(previous hash as lowercase hex, canonical JSON (RFC 8785) of the event), lowercase hex. */
export function chainHash(previous: string, canonicalEvent: string): string {
  return createHash('sha256').update(previous).update(canonicalEvent).digest('hex')
}

/** Whether the sealed file got another time stamp (decision 0423), which has an entry of its own in the same transaction. */
export function isRenewed(events: readonly Pick<PublishedAuditEvent, 'type'>[]): boolean {
  return events.some(({ type }) => type === 'renewed')
}

/**
 * Appends events to the document's chain, in the caller's transaction. The caller holds the document's row lock, so that
 * `seq` cannot race.
 */
export async function appendAudit(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  documentId: string,
  ...entries: AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  const head = headsIn(tx).get(documentId) ?? (await auditHead(tx, documentId))
  await insertEntries(ctx, tx, documentId, entries, head)
}

/** The last event of a chain. */
interface Head {
  seq: number
  hash: string
}

/** The heads that a transaction has read under the lock or has written: nobody else can append until it ends. */
const headsOf = new WeakMap<Tx, Map<string, Head>>()

function headsIn(tx: Tx): Map<string, Head> {
  const heads = headsOf.get(tx) ?? new Map<string, Head>()
  headsOf.set(tx, heads)
  return heads
}

/** The head of a chain whose document the transaction has locked. */
export function noteHead(tx: Tx, documentId: string, head: Head): void {
  headsIn(tx).set(documentId, head)
}

/** The first events of a document whose row the caller's transaction has just inserted. */
export async function startAudit(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  documentId: string,
  entries: AuditEntry[],
): Promise<void> {
  await insertEntries(ctx, tx, documentId, entries, { seq: 0, hash: GENESIS_HASH })
}

/** The entries in one statement. */
async function insertEntries(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  documentId: string,
  entries: AuditEntry[],
  head: Head,
): Promise<void> {
  const rows = []
  const names = new Map<Actor, AuditMeta>()
  let last = head
  for (const entry of entries) {
    const { actor } = entry
    if (actor && !names.has(actor)) names.set(actor, await namesOf(tx, actor))
    const row = chained(ctx, documentId, { ...entry, meta: { ...entry.meta, ...(actor && names.get(actor)) } }, last)
    rows.push(row)
    last = row
  }
  await sql`
    with entries as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (seq integer, type text, at timestamptz,
        signing_request_id uuid, body text, prev_hash text, hash text, salt text, hidden text)
    ),
    appended as (
      insert into audit_events (document_id, seq, type, at, signing_request_id, body, prev_hash, hash)
      select ${documentId}::uuid, seq, type, at, signing_request_id, body, prev_hash, hash from entries order by seq
    )
    insert into audit_private (document_id, seq, salt, body)
    select ${documentId}::uuid, seq, decode(salt, 'hex'), hidden from entries where hidden is not null
  `.execute(tx)
  noteHead(tx, documentId, { seq: last.seq, hash: last.hash })
}

/** An entry as it follows `head`: the published event, and the private part with the salt that commits to it. */
function chained(
  ctx: Pick<Ctx, 'clock'>,
  documentId: string,
  { type, actor, signingRequestId = null, meta }: AuditEntry,
  head: Head,
) {
  const origin = !actor || actor.kind === 'system' ? null : actor.origin
  const hidden = origin && canonicalJson({ ip: origin.ip, user_agent: origin.userAgent })
  const salt = randomBytes(32)
  const event: PublishedAuditEvent = {
    seq: head.seq + 1,
    type,
    at: ctx.clock.now().toISOString(),
    document_id: documentId,
    signing_request_id: signingRequestId,
    actor: actor ? actorName(actor) : 'system',
    ip: maskIp(origin?.ip ?? null),
    meta: { ...meta, ...(actor && accessFacts(actor)) },
    private_commitment: hidden && createHash('sha256').update(salt).update(hidden).digest('hex'),
  }
  const body = canonicalJson(event)
  return {
    seq: event.seq,
    type,
    at: event.at,
    signing_request_id: signingRequestId,
    body,
    prev_hash: head.hash,
    hash: chainHash(head.hash, body),
    salt: salt.toString('hex'),
    hidden,
  }
}

/** The position and hash of the last event, which the seal carries (decision 0042). */
export async function auditHead(db: Db | Tx, documentId: string): Promise<Head> {
  const last = await db
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { seq: 0, hash: GENESIS_HASH }
}

/** The whole chain, oldest first; with `signingRequestId` only the events of that signer. */
export async function readAudit(
  db: Db | Tx,
  documentId: string,
  signingRequestId?: string,
): Promise<ChainedAuditEvent[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select(['body', 'prev_hash', 'hash'])
    .where('document_id', '=', documentId)
    .$if(signingRequestId !== undefined, (q) => q.where('signing_request_id', '=', signingRequestId!))
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    ...(JSON.parse(row.body) as PublishedAuditEvent),
    prev_hash: row.prev_hash,
    hash: row.hash,
  }))
}

/** Which key or person of the sender's acted, as they are called now: names change, keys and people go. */
async function namesOf(tx: Tx, actor: Actor): Promise<AuditMeta> {
  if (actor.kind === 'apiKey') return { key_name: actor.keyName, key_prefix: actor.keyPrefix }
  if (actor.kind !== 'user') return {}
  const user = await tx
    .selectFrom('users')
    .select(['name as user_name', 'email as user_email'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  return { ...user }
}

/** What authorized a person without an account: the personal link, an embedded session, the link mailed to the sender. */
function accessFacts(actor: Actor): AuditMeta {
  if (actor.kind === 'senderLink') return { access: 'link_to_the_sender' }
  if (actor.kind !== 'signer') return {}
  const { access } = actor
  if (access.kind === 'link') return { access: 'link', link_version: access.version }
  if (access.kind === 'direct_link') return { access: 'direct_link' }
  return { access: 'embedded_session', session_id: access.sessionId }
}

function actorName(actor: Actor): PublishedAuditEvent['actor'] {
  switch (actor.kind) {
    case 'apiKey':
      return 'api_key'
    // A person at the sender's; `accessFacts` says by which link.
    case 'senderLink':
      return 'user'
    case 'signer':
    case 'user':
    case 'system':
      return actor.kind
  }
}

import { canonicalJson } from '../../canonical.ts'
import type { Ctx } from '../../context.ts'
import type { AuditTrailModel } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import type { SmsFailure } from '../events/catalogue.ts'
import { assertMay } from '../may.ts'
import { type UndeliveredCopy, undeliveredCopies } from '../messages/undelivered-copies.ts'
import {
  type AuditType,
  type ChainedAuditEvent,
  chainHash,
  GENESIS_HASH,
  isRenewed,
  readAudit,
} from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigners } from '../records/documents.ts'
import { describeEvents } from './audit-entries.ts'
import { readAgents } from './audit-pictures.ts'
import { SMS_REASONS } from './audit-words.ts'
import { type StoryEntry, storyOf } from './story.ts'

export interface Timeline {
  /** The newest first, as a colleague would say it. */
  story: StoryEntry[]
  /** Oldest first, with every fact. */
  entries: AuditTrailModel['events']
  /** The entries whose full address and device can be disclosed, by `seq`. */
  disclosable: ReadonlySet<number>
  /** Whether every hash is that of its entry and the one before, and the sealed head stands among them. */
  isIntact: boolean
  /** The last entry that the seal vouches for; null: there is no seal. */
  sealedAt: number | null
  /** Whether the sealed file got another time stamp since (decision 0423). */
  isRenewed: boolean
  /** Finished copies that did not arrive. */
  undeliveredCopies: UndeliveredCopy[]
  /** Why the last code could not be sent, in words, by the id of the signing request; only of those who had none since. */
  unsentCodes: Map<string, string>
}

/** The audit trail as people read it, with its chain recomputed; also of what waits for a review. @throws DomainError `not_found` */
export async function documentTimeline(ctx: Ctx, actor: Actor, id: string): Promise<Timeline> {
  assertMay(ctx, actor, 'documentTimeline')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  const [events, signers, agents, disclosable] = await Promise.all([
    readAudit(ctx.db, id),
    loadSigners(ctx.db, id),
    readAgents(ctx.db, id),
    disclosableEntries(ctx.db, id),
  ])
  return {
    story: storyOf(events, signers, agents),
    entries: describeEvents(events, signers, agents),
    disclosable,
    isIntact: isChain(events) && hasSealedHead(document, events),
    sealedAt: document.audit_head_seq,
    isRenewed: isRenewed(events),
    undeliveredCopies: document.deleted_at ? [] : undeliveredCopies(events),
    unsentCodes: unsentCodes(events),
  }
}

async function disclosableEntries(db: Ctx['db'], documentId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('audit_private').select('seq').where('document_id', '=', documentId).execute()
  return new Set(rows.map(({ seq }) => seq))
}

/** After these a failure is no longer the last word. */
const ANOTHER_CODE: ReadonlySet<AuditType> = new Set(['sms_sent', 'sms_verified', 'phone_changed', 'reassigned'])

function unsentCodes(events: ChainedAuditEvent[]): Map<string, string> {
  const unsent = new Map<string, string>()
  for (const { type, meta, signing_request_id: id } of events) {
    if (id === null) continue
    if (type === 'sms_failed') unsent.set(id, SMS_REASONS[meta.reason as SmsFailure])
    else if (ANOTHER_CODE.has(type)) unsent.delete(id)
  }
  return unsent
}

function isChain(events: ChainedAuditEvent[]): boolean {
  let previous = GENESIS_HASH
  return events.every(({ hash, prev_hash: before, ...published }, index) => {
    const follows = published.seq === index + 1 && before === previous
    previous = hash
    return follows && chainHash(before, canonicalJson(published)) === hash
  })
}

function hasSealedHead({ audit_head_seq: seq, audit_head_hash: hash }: DocumentRow, events: ChainedAuditEvent[]) {
  return seq === null || events[seq - 1]?.hash === hash
}

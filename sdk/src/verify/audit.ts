import canonicalizeModule from 'canonicalize'
import { toHex } from './der.ts'
import { hash } from './hash.ts'
import type { AuditEvent, AuditHead } from './types.ts'

/** The previous hash of the first event. */
export const GENESIS_HASH = '0'.repeat(64)

// The package is CommonJS and exports the function itself; its types describe a default export.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined

export interface AuditVerification {
  ok: boolean
  /** What is wrong, naming the event; null when the chain holds. */
  problem: string | null
  /** The last event. */
  head: AuditHead | null
}

/**
 * Recomputes a chain of published audit events: `hash` is the SHA-256 of the previous hash (64 hexadecimal digits)
 * followed by the canonical JSON (RFC 8785) of the event without `hash` and `prev_hash`.
 *
 * @example
 * const { events } = await (await fetch(`${api}/documents/${id}/audit-events`, { headers })).json()
 * const { ok, problem } = await verifyAuditEvents(events)
 */
export async function verifyAuditEvents(events: AuditEvent[]): Promise<AuditVerification> {
  let previous = GENESIS_HASH
  const refuse = (problem: string): AuditVerification => ({ ok: false, problem, head: null })
  if (events.length === 0) return refuse('there are no events')
  for (const [index, event] of events.entries()) {
    const { hash: claimed, prev_hash: before, ...published } = event
    if (event.seq !== index + 1) return refuse(`event ${index + 1} of the list has seq ${String(event.seq)}`)
    if (before !== undefined && before !== previous) return refuse(`event ${event.seq} does not follow the one before`)
    const text = new TextEncoder().encode(previous + canonicalize(published))
    const actual = toHex(await hash('SHA-256', text))
    if (actual !== claimed) return refuse(`the hash of event ${event.seq} is not that of its content`)
    previous = actual
  }
  return { ok: true, problem: null, head: { seq: events.length, hash: previous } }
}

/** What `POST /documents/{id}/audit-events/{seq}/disclose` returns of an event, as far as it proves something. */
export interface DisclosedPart {
  seq: number
  /** 32 bytes in hexadecimal digits. */
  salt: string
  /** As received: every member is hashed. */
  committed: { ip: string | null; user_agent: string | null; [member: string]: unknown }
}

/**
 * Whether an address and a device are those that an event committed to when it happened. The events are verified with
 * it: without the chain a commitment could be a later one.
 *
 * @example
 * const { events } = await client.documents.auditEvents(id)
 * const { ok, problem } = await verifyDisclosure(await client.documents.disclose(id, 7, { reason }), events)
 */
export async function verifyDisclosure(
  disclosed: DisclosedPart,
  events: AuditEvent[],
): Promise<Pick<AuditVerification, 'ok' | 'problem'>> {
  const { seq, salt } = disclosed
  const refuse = (problem: string) => ({ ok: false, problem })
  const chain = await verifyAuditEvents(events)
  if (!chain.ok) return refuse(chain.problem!)
  const event = events[seq - 1]
  if (!event) return refuse(`the events do not reach event ${seq}`)
  if (!/^[0-9a-f]{64}$/i.test(salt)) return refuse('the salt is not 64 hexadecimal digits')
  const text = new TextEncoder().encode(canonicalize(disclosed.committed))
  const bytes = Uint8Array.from(salt.match(/../g)!, (digits) => Number.parseInt(digits, 16))
  const actual = toHex(await hash('SHA-256', bytes, text))
  if (actual !== event.private_commitment) return refuse(`event ${seq} commits to something else`)
  return { ok: true, problem: null }
}

/** Parses the head from the text of `/CSAuditHead`. @throws when it is malformed. */
export function parseAuditHead(text: string): AuditHead {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null && 'seq' in value && 'hash' in value) {
    const { seq, hash: digest } = value
    if (
      typeof seq === 'number' &&
      Number.isSafeInteger(seq) &&
      typeof digest === 'string' &&
      /^[0-9a-f]{64}$/.test(digest)
    ) {
      return { seq, hash: digest }
    }
  }
  throw new Error('the audit head under the seal is malformed')
}

/** @throws when the sealed head is not in the chain at its position. */
export function checkAuditHead(head: AuditHead, events: AuditEvent[]): string {
  const event = events.find(({ seq }) => seq === head.seq)
  if (!event) throw new Error(`the events do not reach event ${head.seq}, which the seal names`)
  if (event.hash !== head.hash) throw new Error(`event ${head.seq} is not the one under the seal`)
  return `event ${head.seq} stands under the seal`
}

/**
 * The entry that records the sealing comes after the head under the seal; without it the trail was truncated. Its length
 * and hash are compared with the file together with all other revisions.
 * @throws when there is none
 */
export function checkSealedEvent(events: AuditEvent[], head: AuditHead | null, sealedLength: number): string {
  const event = events.findLast(({ type, meta }) => {
    const length = typeof meta === 'object' && meta !== null && 'length' in meta ? meta.length : undefined
    return type === 'sealed' && typeof length === 'number' && length >= sealedLength
  })
  if (!event || (head && event.seq <= head.seq))
    throw new Error('the events end before the one that says this file was sealed')
  return `event ${event.seq} names the sealed file`
}

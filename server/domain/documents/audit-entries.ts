import type { AuditTrailModel } from '../../pdf/types.ts'
import type { ChainedAuditEvent } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { factWords, TITLES } from './audit-words.ts'
import { deviceOf } from './device.ts'

interface Person {
  name: string | null
  email: string
}

/** Who is named by each entry, so a fact that repeats it is left out. */
const NAMED = ['email', 'name']
/** Hashes that have lines of their own, and the person before, who is written with their name. */
const ELSEWHERE = ['sha256', 'original_sha256', 'from_email', 'from_name']

/**
 * The entries in words: who, from where and with what, and every published fact. An entry names the person whom the
 * request was for at that time (decision 0470).
 * @param agents the `User-Agent` of each entry that has one, by `seq`
 */
export function describeEvents(
  events: ChainedAuditEvent[],
  signers: SignerRow[],
  agents: Map<number, string>,
): AuditTrailModel['events'] {
  const people = new Map<string, Person>(signers.map((signer) => [signer.id, original(signer, events)]))
  return events.map((event) => {
    const { seq, at, type, hash, meta, signing_request_id: id } = event
    const before = id === null ? undefined : people.get(id)
    if (id !== null && type === 'reassigned') {
      people.set(id, { email: String(meta.email), name: meta.name === null ? null : String(meta.name) })
    }
    const person = id === null ? undefined : people.get(id)
    return { seq, at, title: TITLES[type], text: describe(event, person, before, agents.get(seq) ?? null), hash }
  })
}

/** Whom the request was for at first. */
function original({ id, name, email }: SignerRow, events: ChainedAuditEvent[]): Person {
  const first = events.find((event) => event.type === 'reassigned' && event.signing_request_id === id)
  if (!first) return { name, email }
  const { from_email: fromEmail, from_name: fromName } = first.meta
  return { email: String(fromEmail), name: fromName === null || fromName === undefined ? null : String(fromName) }
}

function describe(
  { type, meta, ip }: ChainedAuditEvent,
  person: Person | undefined,
  before: Person | undefined,
  userAgent: string | null,
): string {
  const facts = Object.entries(meta).flatMap(([key, value]) => {
    const isKnown = NAMED.includes(key) && (value === person?.email || value === person?.name)
    return isKnown || ELSEWHERE.includes(key) ? [] : (factWords(type, key, value) ?? [])
  })
  const device = deviceOf(userAgent)
  return [
    person && written(person),
    type === 'reassigned' && before && `before: ${written(before)}`,
    ...facts,
    ip && `from ${ip}`,
    device && `with ${device}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function written({ name, email }: Person): string {
  return name ? `${name} <${email}>` : email
}

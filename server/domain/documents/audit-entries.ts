import { parse } from 'bowser'
import type { AuditTrailModel } from '../../pdf/types.ts'
import type { AuditMeta, ChainedAuditEvent } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { sentWords } from './audit-sent.ts'
import { entryTitle, factWords } from './audit-words.ts'

export interface PersonOfEntry {
  name: string | null
  email: string
}

/** Who is named by each entry, so a fact that repeats it is left out. */
const NAMED = ['email', 'name']
/** What has lines or words of its own: hashes, people, what was sent. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['sha256', 'original_sha256', 'text_sha256', 'from_email', 'from_name'],
  ...['key_name', 'key_prefix', 'user_name', 'user_email', 'channel', 'emailed', 'texted'],
])
/** Which side ended something, where an entry does not name who did. */
const SIDES: ReadonlySet<string> = new Set(['withdrawn_by', 'abandoned_by', 'erased_by'])

/**
 * The entries in words: who, from where and with what, and every published fact. An entry names the person whom the
 * request was for at that time (decision 0022).
 * @param agents the `User-Agent` of each entry that has one, by `seq`
 */
export function describeEvents(
  events: ChainedAuditEvent[],
  signers: SignerRow[],
  agents: Map<number, string>,
): AuditTrailModel['events'] {
  const named = namedIn(events, signers)
  return events.map((event) => {
    const { seq, at, hash } = event
    const { person, before } = named.get(seq)!
    return { seq, at, title: entryTitle(event), text: describe(event, person, before, agents.get(seq) ?? null), hash }
  })
}

interface Named {
  person: PersonOfEntry | undefined
  /** Whom the request was for until then. */
  before: PersonOfEntry | undefined
}

/** Whom each entry is about, by `seq`: the person whom the request was for at that time (decision 0022). */
export function namedIn(events: readonly ChainedAuditEvent[], signers: readonly SignerRow[]): Map<number, Named> {
  const people = new Map<string, PersonOfEntry>(signers.map((signer) => [signer.id, original(signer, events)]))
  return new Map(
    events.map(({ seq, type, meta, signing_request_id: id }) => {
      const before = id === null ? undefined : people.get(id)
      if (id !== null && type === 'reassigned') {
        people.set(id, { email: String(meta.email), name: meta.name === null ? null : String(meta.name) })
      }
      return [seq, { person: id === null ? undefined : people.get(id), before }]
    }),
  )
}

/** Whom the request was for at first. */
function original({ id, name, email }: SignerRow, events: readonly ChainedAuditEvent[]): PersonOfEntry {
  const first = events.find((event) => event.type === 'reassigned' && event.signing_request_id === id)
  if (!first) return { name, email }
  const { from_email: fromEmail, from_name: fromName } = first.meta
  return { email: String(fromEmail), name: fromName === null || fromName === undefined ? null : String(fromName) }
}

function describe(
  event: ChainedAuditEvent,
  person: PersonOfEntry | undefined,
  before: PersonOfEntry | undefined,
  userAgent: string | null,
): string {
  const { type, meta, ip } = event
  const by = whoActed(event)
  const facts = Object.entries(meta).flatMap(([key, value]) => {
    const isKnown = NAMED.includes(key) && (value === person?.email || value === person?.name)
    if (isKnown || ELSEWHERE.has(key) || (by && SIDES.has(key))) return []
    return togetherWords(meta, key) ?? factWords(type, key, value) ?? []
  })
  const device = deviceOf(userAgent)
  return [
    person && written(person),
    type === 'reassigned' && before && `before: ${written(before)}`,
    sentWords(event),
    // Not by the setting of the workspace.
    by && `${meta.erased_by === undefined ? 'by' : 'at once, by'}: ${by}`,
    ...facts,
    ip && `from ${ip}`,
    device && `with ${device}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Of two facts that are read together, the first has the words of both and the second none; null: it stands alone. */
function togetherWords(meta: AuditMeta, key: string): string[] | null {
  const { access, link_version: version, pages, page_count: count, first_at: first, last_at: last } = meta
  if (access === 'link' && key === 'access') return [`by: personal link ${version}`]
  if (access === 'link' && key === 'link_version') return []
  if (count !== undefined && key === 'pages') return [`pages: ${pages} of ${count}`]
  if (count !== undefined && key === 'page_count') return []
  if (typeof first === 'string' && key === 'first_at') return [`at: ${spanWords(first, String(last))}`]
  return typeof first === 'string' && key === 'last_at' ? [] : null
}

/** Two times of UTC; the day once where it is the same. */
function spanWords(first: string, last: string): string {
  const [from, to] = [first, last].map((time) => time.slice(0, 19).replace('T', ' ')) as [string, string]
  return `${from} to ${to.startsWith(from.slice(0, 10)) ? to.slice(11) : to} UTC`
}

/** Which key or person of the sender's acted; null where an entry does not name them. */
export function whoActed({ meta }: Pick<ChainedAuditEvent, 'meta'>): string | null {
  if (typeof meta.key_name === 'string') return `API key “${meta.key_name}” (${meta.key_prefix}…)`
  if (typeof meta.user_email !== 'string') return null
  return written({ name: typeof meta.user_name === 'string' ? meta.user_name : null, email: meta.user_email })
}

/** As `whoActed`, in a sentence: a person by name, a key by its own. */
export function actorName({ meta }: Pick<ChainedAuditEvent, 'meta'>): string | null {
  if (typeof meta.key_name === 'string') return `the key ${meta.key_name}`
  return [meta.user_name, meta.user_email].find((one) => typeof one === 'string') ?? null
}

function written({ name, email }: PersonOfEntry): string {
  return name ? `${name} <${email}>` : email
}

/**
 * The family of browser and device behind a `User-Agent`, such as "Safari on iPhone"; null when it names none. The
 * whole string stays private: a family identifies nobody.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  const device = platform.model && platform.vendor === 'Apple' ? platform.model : os.name
  if (browser.name && device) return `${browser.name} on ${device}`
  // An unknown browser has an empty name.
  return browser.name || device || null
}

import { parse } from 'bowser'
import type { AuditType, ChainedAuditEvent } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { actorName, namedIn, type PersonOfEntry } from './audit-entries.ts'

/** What happened, as a colleague would say it. */
export interface StoryEntry {
  seq: number
  at: string
  text: string
  /** What somebody wrote about it; null: nothing. */
  note: string | null
  /** `bad`: somebody may have to do something; `done`: a step towards the end; `other`: on the way. */
  tone: 'done' | 'bad' | 'other'
}

type Told = Pick<StoryEntry, 'text' | 'tone'> & { note?: unknown }
type Tell = (event: ChainedAuditEvent, names: { who: string; before: string; by: string; agent: string | null }) => Told

const other = (text: string): Told => ({ text, tone: 'other' })
const done = (text: string): Told => ({ text, tone: 'done' })
const bad = (text: string, note?: unknown): Told => ({ text, tone: 'bad', note })

/** What is left out is proof of a step that has an entry of its own, and stands in the audit trail. */
const TELL: Partial<Record<AuditType, Tell>> = {
  created: (_, { by }) => other(`Prepared${by}`),
  staged: () => other('Waits for a review'),
  confirmed: (_, { by }) => other(`Reviewed and sent${by}`),
  discarded: (_, { by }) => bad(`Discarded${by}`),
  sent: (_, { who }) => other(`${who} was invited`),
  released: (_, { who }) => other(`It was the turn of ${who}`),
  email_failed: (_, { who }) => bad(`An email to ${who} could not be delivered`),
  text_failed: (_, { who }) => bad(`A text message to ${who} could not be delivered`),
  sms_failed: (_, { who }) => bad(`A code could not be sent to ${who}`),
  reminded: (_, { who, by }) => other(`${who} was reminded${by}`),
  viewed: (_, { who }) => other(`${who} opened it`),
  sms_verified: ({ meta }, { who }) => other(`${who} entered the code sent to ${meta.phone_masked}`),
  email_verified: (_, { who }) => other(`${who} came by the direct link, and entered the code sent to the address`),
  signed: (_, { who, agent }) => done(`${who} signed${onDevice(agent)}`),
  declined: ({ meta }, { who }) => bad(`${who} declined`, meta.reason),
  withdrawn: ({ meta }, { who, by }) => bad(`${who} is no longer asked to sign${by}`, meta.reason),
  expired: (_, { who }) => bad(`${who} did not sign in time`),
  deadline_extended: (_, { who, by }) => other(`${who} was given more time${by}`),
  phone_changed: (_, { who, by }) => other(`The phone number of ${who} was changed${by}`),
  link_renewed: (_, { who, by }) => other(`${who} got a new link${by}`),
  hand_over_proposed: ({ meta }, { who }) =>
    bad(
      `${who} says it is for ${meta.proposed_name ?? meta.proposed_email}`,
      meta.proposed_name && meta.proposed_email,
    ),
  hand_over_ignored: (_, { who, by }) => other(`${who} is still asked to sign${by}`),
  reassigned: (_, { who, before, by }) =>
    other(before === who ? `${who} was corrected${by}` : `${who} is asked instead of ${before}${by}`),
  sealed: () => done('All have signed, and the document is sealed'),
  abandoned: () => bad('It could not be completed'),
  deleted_by_retention: () => other('The files were deleted'),
}

/**
 * The story of a document, the newest first. What follows from another entry, and what is proof alone, is left to the
 * audit trail.
 * @param agents the `User-Agent` of each entry that has one, by `seq`
 */
export function storyOf(
  events: readonly ChainedAuditEvent[],
  signers: readonly SignerRow[],
  agents: ReadonlyMap<number, string>,
): StoryEntry[] {
  const named = namedIn(events, signers)
  const opened = new Set<string | null>()
  const story = events.flatMap((event) => {
    const { seq, at, type, signing_request_id: id } = event
    if (type === 'viewed' && opened.has(id)) return []
    if (type === 'viewed') opened.add(id)
    const { person, before } = named.get(seq) ?? {}
    const sender = actorName(event)
    const by = sender === null ? '' : ` by ${sender}`
    const names = { who: called(person), before: called(before), by, agent: agents.get(seq) ?? null }
    const told = TELL[type]?.(event, names)
    return told
      ? [{ seq, at, ...told, note: typeof told.note === 'string' && told.note !== '' ? told.note : null }]
      : []
  })
  return story.reverse()
}

const called = (person: PersonOfEntry | undefined): string => person?.name || person?.email || 'Somebody'

/** The kind of device; nothing where it is not known. */
function onDevice(agent: string | null): string {
  const kind = agent === null ? undefined : parse(agent).platform.type
  if (kind === 'mobile') return ' on a phone'
  if (kind === 'tablet') return ' on a tablet'
  return kind === 'desktop' ? ' on a computer' : ''
}

import { fill } from '../../fill.ts'
import { dateFormat } from '../../time-zone.ts'
import { mailTexts } from '../locales/index.ts'
import { type Look, type RenderedMail, renderMail } from './layout.ts'

export interface InvitationFacts {
  locale: string
  sender: string
  look: Look
  title: string
  /** The sender's own; null: ours. */
  subject: string | null
  name: string | null
  message: string | null
  url: string
  expiresAt: Date | null
  /** IANA; null: not known. */
  timeZone: string | null
}

/** The subject of an invitation: the sender's own, else ours in the signer's language. */
export function invitationSubject({
  locale,
  sender,
  title,
  subject,
}: Pick<InvitationFacts, 'locale' | 'sender' | 'title' | 'subject'>): string {
  return subject ?? fill(mailTexts(locale).invitation.subject, { sender, title })
}

/** The email that brings the signer to the page; a reminder has other words for the same content. */
export function invitation(facts: InvitationFacts, kind: 'invitation' | 'reminder'): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = kind === 'reminder' ? texts.reminder : texts.invitation
  const names = { sender: facts.sender, title: facts.title }
  const date = facts.expiresAt && longDate(facts.expiresAt, facts.locale, facts.timeZone)
  return renderMail({
    locale: facts.locale,
    sender: facts.sender,
    look: facts.look,
    subject: kind === 'reminder' ? reminderSubject(facts) : invitationSubject(facts),
    heading: words.heading,
    name: facts.name,
    paragraphs: [fill(words.intro, names), ...(date ? [fill(texts.invitation.expires, { date })] : [])],
    quote: facts.message ? { title: fill(texts.invitation.message, names), text: facts.message } : null,
    button: { label: texts.invitation.button, url: facts.url },
    facts: [],
    small: [texts.personal, fill(texts.unexpected, names)],
  })
}

function reminderSubject({ locale, sender, title, subject }: InvitationFacts): string {
  const { custom, subject: ours } = mailTexts(locale).reminder
  return subject === null ? fill(ours, { sender, title }) : fill(custom, { subject })
}

/** With the zone's name, UTC where the reader's zone is not known. */
function longDate(date: Date, locale: string, timeZone: string | null): string {
  const day = dateFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
    numberingSystem: 'latn',
  }).format(date)
  const zone = dateFormat(locale, { timeZone: timeZone ?? 'UTC', timeZoneName: 'short' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')
  return `${day} ${timeZone === null ? 'UTC' : (zone?.value ?? timeZone)}`
}

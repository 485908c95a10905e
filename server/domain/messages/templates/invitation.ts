import { fill } from '../../fill.ts'
import { mailTexts } from '../locales/index.ts'
import { type RenderedMail, renderMail } from './layout.ts'

export interface InvitationFacts {
  locale: string
  sender: string
  title: string
  name: string | null
  message: string | null
  url: string
  expiresAt: Date | null
}

/** The email that brings the signer to the page; a reminder has other words for the same content. */
export function invitation(facts: InvitationFacts, kind: 'invitation' | 'reminder'): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = kind === 'reminder' ? texts.reminder : texts.invitation
  const names = { sender: facts.sender, title: facts.title }
  const expires = facts.expiresAt && fill(texts.invitation.expires, { date: longDate(facts.expiresAt, facts.locale) })
  return renderMail({
    locale: facts.locale,
    sender: facts.sender,
    subject: fill(words.subject, names),
    heading: words.heading,
    name: facts.name,
    paragraphs: [fill(words.intro, names), ...(expires ? [expires] : [])],
    quote: facts.message ? { title: fill(texts.invitation.message, names), text: facts.message } : null,
    button: { label: texts.invitation.button, url: facts.url },
    facts: [],
    small: [texts.personal, fill(texts.unexpected, names)],
  })
}

/** In UTC, and labelled so: the server does not know a signer's time zone. */
function longDate(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
    .format(date)
    .concat(' UTC')
}

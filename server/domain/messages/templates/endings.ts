import { fill } from '../../fill.ts'
import { type MailTexts, mailTexts } from '../locales/index.ts'
import { type Addressee, type Look, type MailContent, type RenderedMail, renderMail } from './layout.ts'

/** The emails that tell how a request ended: to the signer, or to the sender. */

interface Common {
  locale: string
  /** The workspace's name. */
  sender: string
  look: Look
  title: string
}

export interface NamedPerson {
  name: string | null
  email: string
}

/** To a signer who had been invited. */
export function withdrawal(facts: Common & { name: string | null; reason: string | null }): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.withdrawn
  return toSigner(facts, texts, { ...words, text: words.intro })
}

/** To a signer who has signed; the reason is that of a withdrawal. */
export function stopped(
  facts: Common & { name: string | null; isDeclined: boolean; reason: string | null },
): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.stopped
  return toSigner(facts, texts, { ...words, text: facts.isDeclined ? words.declined : words.withdrawn })
}

function toSigner(
  facts: Common & { name: string | null; reason: string | null },
  texts: MailTexts,
  { subject, heading, text }: { subject: string; heading: string; text: string },
): RenderedMail {
  const names = { sender: facts.sender, title: facts.title }
  return renderMail({
    ...plain(facts),
    subject: fill(subject, names),
    heading,
    name: facts.name,
    paragraphs: [fill(text, names)],
    quote: quoteOf(texts, facts.sender, facts.reason),
    small: [fill(texts.unexpected, names)],
  })
}

/** What a mail to the sender says besides. */
interface ToSender extends Common {
  to: Addressee
}

/** To the sender. */
export function declined(facts: ToSender & { by: NamedPerson; reason: string | null }): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.declined
  const names = {
    sender: facts.sender,
    title: facts.title,
    name: facts.by.name ?? facts.by.email,
    email: facts.by.email,
  }
  return renderMail({
    ...plain(facts),
    subject: fill(words.subject, names),
    heading: words.heading,
    ...addressed(facts.to),
    paragraphs: [`${fill(words.intro, names)} ${words.todo}`],
    quote: quoteOf(texts, names.name, facts.reason),
  })
}

/** To the sender; `missing` are those who have not signed. */
export function expired(facts: ToSender & { missing: NamedPerson[] }): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.expired
  const names = { sender: facts.sender, title: facts.title }
  return renderMail({
    ...plain(facts),
    subject: fill(words.subject, names),
    heading: words.heading,
    ...addressed(facts.to),
    paragraphs: [fill(words.intro, names)],
    facts: [{ label: words.missing, value: facts.missing.map(nameAndEmail).join(', '), plain: true }],
  })
}

/**
 * To the sender: the signer names the person who should sign instead.
 * @param facts `url`: of the page that asks once more, for somebody who may have no account; null: the document asks
 */
export function handOver(
  facts: ToSender & { by: NamedPerson; proposed: { name: string; email: string }; url: string | null },
): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.handOver
  const names = {
    sender: facts.sender,
    title: facts.title,
    name: facts.by.name ?? facts.by.email,
    email: facts.by.email,
  }
  return renderMail({
    ...plain(facts),
    subject: fill(words.subject, names),
    heading: words.heading,
    ...addressed(facts.to),
    paragraphs: [fill(words.intro, names)],
    facts: [
      { label: words.name, value: facts.proposed.name, plain: true },
      { label: words.email, value: facts.proposed.email, plain: true },
    ],
    button: { label: words.button, url: facts.url ?? facts.to.button.url },
    small: [words.note, ...facts.to.foot.small],
  })
}

/** What somebody gave as the reason. */
function quoteOf({ declined: { reason: title } }: MailTexts, name: string, text: string | null): MailContent['quote'] {
  return text ? { title: fill(title, { name }), text } : null
}

/** To whom, with the button to the document, and why they get it. */
function addressed({ name, button, foot }: Addressee): Pick<MailContent, 'name' | 'button' | 'small' | 'choose'> {
  return { name, button, ...foot }
}

function plain({
  locale,
  sender,
  look,
}: Common): Pick<MailContent, 'locale' | 'sender' | 'look' | 'quote' | 'button' | 'facts'> {
  return { locale, sender, look, quote: null, button: null, facts: [] }
}

function nameAndEmail({ name, email }: NamedPerson): string {
  return name ? `${name} (${email})` : email
}

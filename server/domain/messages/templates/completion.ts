import { fill } from '../../fill.ts'
import { mailTexts } from '../locales/index.ts'
import { type Look, type RenderedMail, renderMail } from './layout.ts'

export interface CompletionFacts {
  locale: string
  sender: string
  look: Look
  title: string
  name: string | null
  /** Who gets it: a signer has a page of their own, an observer and the sender have none. */
  to: { kind: 'signer'; url: string } | { kind: 'observer' } | { kind: 'sender' }
  attached: boolean
  sha256: string
  /** Of the page that checks files. */
  checkUrl: string
}

/** The email with the finished document, for each signer, each observer and the sender. */
export function completion(facts: CompletionFacts): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.completion
  const { to } = facts
  const names = { sender: facts.sender, title: facts.title }
  const small = { signer: texts.personalCopy, observer: words.observer, sender: texts.notified }[to.kind]
  return renderMail({
    locale: facts.locale,
    sender: facts.sender,
    look: facts.look,
    subject: fill(words.subject, names),
    heading: words.heading,
    name: facts.name,
    paragraphs: [
      fill(words.intro, names),
      ...(facts.attached ? [words.attached] : []),
      ...(!facts.attached && to.kind === 'signer' ? [words.tooLarge] : []),
      ...(!facts.attached && to.kind === 'observer' ? [fill(words.tooLargeForObserver, names)] : []),
    ],
    quote: null,
    button: to.kind === 'signer' ? { label: words.button, url: to.url } : null,
    facts: [
      { label: words.fingerprint, value: facts.sha256 },
      { label: words.check, value: facts.checkUrl, isLink: true },
    ],
    small: [fill(small, names)],
  })
}

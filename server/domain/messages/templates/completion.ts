import { fill } from '../../fill.ts'
import { mailTexts } from '../locales/index.ts'
import { type RenderedMail, renderMail } from './layout.ts'

export interface CompletionFacts {
  locale: string
  sender: string
  title: string
  name: string | null
  /** The signer's own page, where the file can be downloaded; null for an observer, who has none. */
  url: string | null
  attached: boolean
  sha256: string
}

/** The email with the finished document, for each signer and each observer. */
export function completion(facts: CompletionFacts): RenderedMail {
  const texts = mailTexts(facts.locale)
  const words = texts.completion
  const names = { sender: facts.sender, title: facts.title }
  const tooLarge = facts.url ? words.tooLarge : fill(words.tooLargeForObserver, names)
  return renderMail({
    locale: facts.locale,
    sender: facts.sender,
    subject: fill(words.subject, names),
    heading: words.heading,
    name: facts.name,
    paragraphs: [fill(words.intro, names), facts.attached ? words.attached : tooLarge],
    quote: null,
    button: facts.url ? { label: words.button, url: facts.url } : null,
    facts: [{ label: words.fingerprint, value: facts.sha256 }],
    small: facts.url ? [texts.personalCopy] : [fill(words.observer, names)],
  })
}

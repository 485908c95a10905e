import { fill } from '../../fill.ts'
import { mailTexts } from '../locales/index.ts'
import { type Addressee, type Look, type MailContent, type RenderedMail, renderMail } from './layout.ts'

export interface CompletionFacts {
  locale: string
  sender: string
  look: Look
  title: string
  name: string | null
  /** Who gets it: a signer has a page of their own, an observer has none. */
  to: { kind: 'signer'; url: string } | { kind: 'observer' } | { kind: 'sender'; sender: Addressee }
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
      ...(facts.attached ? [] : [to.kind === 'observer' ? fill(words.tooLargeForObserver, names) : words.tooLarge]),
    ],
    quote: null,
    facts: [
      { label: words.fingerprint, value: facts.sha256 },
      { label: words.check, value: facts.checkUrl, isLink: true },
    ],
    ...ending(to),
  })

  function ending(reader: CompletionFacts['to']): Pick<MailContent, 'button' | 'small' | 'choose'> {
    switch (reader.kind) {
      case 'signer':
        return { button: { label: words.button, url: reader.url }, small: [texts.personalCopy] }
      case 'observer':
        return { button: null, small: [fill(words.observer, names)] }
      case 'sender':
        return { button: reader.sender.button, ...reader.sender.foot }
    }
  }
}

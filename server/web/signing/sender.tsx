import { fill } from '../../domain/fill.ts'
import type { SignerPage, WhomToAsk } from '../../domain/signing/page.ts'
import type { Language } from '../locales/index.ts'

/** The sender's picture, where there is one. The sender's name stands beside it, so it is not read out. */
export function Logo({ page: { look }, base }: { page: Pick<SignerPage, 'look'>; base: string }) {
  if (look.logo === null) return null
  return <img class="logo" src={`${base}/logo?${look.logo}`} alt="" />
}

/** Whom to ask: where the sender takes answers, an email about this document is one press away. */
export function Ask({ page: { title, sender, replyTo }, language }: { page: WhomToAsk; language: Language }) {
  const text = fill(language.messages.states.ask, { sender })
  if (replyTo === null) return <>{text}</>
  const address = replyTo.split('@').map(encodeURIComponent).join('@')
  return <a href={`mailto:${address}?subject=${encodeURIComponent(title)}`}>{text}</a>
}

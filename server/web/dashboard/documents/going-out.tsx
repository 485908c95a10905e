import type { Child } from 'hono/jsx'
import { toLocale } from '../../../domain/locales.ts'
import { invitationSubject } from '../../../domain/messages/templates/invitation.ts'
import { type DocumentRow, inSigningOrder, type SignerRow } from '../../../domain/records/documents.ts'
import { isByEmail, isBySms } from '../../../domain/signers/channel.ts'
import { invitationText } from '../../../domain/sms/send-link.ts'
import { localeName } from '../templates/words.ts'
import { personName } from './words.ts'

/** What goes to whom about a document, as names and values of `Facts`. */
export interface GoingOut {
  document: DocumentRow
  signers: SignerRow[]
  /** The name of the workspace, which stands in what is sent. */
  sender: string
}

/** How its signers are invited, what they read then, and who else gets something; only what there is. Of a file: nothing. */
export function goingOut({ document, signers, sender }: GoingOut): [name: string, value: Child][] {
  if (signers.length === 0) return []
  const people = inSigningOrder(signers)
  const invited = document.send_emails ? people : []
  const facts: [string, Child | null][] = [
    ['Invited', document.send_emails ? byPerson(people, channelWords) : 'by nobody: you hand out the personal links'],
    ['Code by SMS', byPerson(people, codeWords)],
    ['Order', people.length > 1 ? orderWords(document) : null],
    ['Language', byPerson(people, ({ locale }) => localeName(toLocale(locale)))],
    ['Copies to', document.observers.length > 0 ? <Observers of={document} /> : null],
    ['Replies to', document.reply_to === null ? null : <bdi>{document.reply_to}</bdi>],
    ['Days to sign', `${document.expires_in_days}, from the invitation of each signer`],
    ['Link at the end', byPerson(people, ({ return_url: url }) => url)],
    ['Reference', byPerson(people, ({ reference }) => reference)],
    ['Company', byPerson(people, ({ company }) => company)],
    ['Job title', byPerson(people, ({ job_title: title }) => title)],
    ['Subject', written(subjects(document, invited.filter(isByEmail), sender))],
    ['SMS', written(textMessages(document, invited.filter(isBySms), sender))],
    ['Message', written(document.message === null ? [] : [document.message])],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] satisfies [string, Child]]))
}

/** What the sender keeps with a document. */
export function metadataFacts({ metadata }: DocumentRow): [name: string, value: Child][] {
  return Object.entries(metadata ?? {}).map(([key, value]) => [key, String(value)])
}

const CHANNELS = { email: 'by email', sms: 'by SMS', both: 'by email and SMS' } as const
const channelWords = ({ channel }: SignerRow) => CHANNELS[channel]

function codeWords({ require_sms_verification: isAsked, sms_gate: gate }: SignerRow): string | null {
  if (!isAsked) return null
  return gate === 'before_view' ? 'asked before the document is shown' : 'asked before signing'
}

const orderWords = ({ signing_mode: mode }: DocumentRow) =>
  mode === 'parallel' ? 'all at once' : 'one after the other'

/** One, or one for each language where they are ours. */
function subjects({ subject, title }: DocumentRow, signers: SignerRow[], sender: string): string[] {
  if (subject !== null) return [subject]
  return distinct(signers.map(({ locale }) => invitationSubject({ locale, sender, title, subject })))
}

function textMessages({ title }: DocumentRow, signers: SignerRow[], sender: string): string[] {
  return distinct(signers.map(({ locale }) => `${invitationText({ locale, sender, title })}\n(the personal link)`))
}

const distinct = (texts: string[]) => [...new Set(texts)]

/** With their line breaks; null: there are none. */
function written(texts: string[]): Child | null {
  if (texts.length === 0) return null
  return (
    <>
      {texts.map((text) => (
        <p class="written" dir="auto">
          {text}
        </p>
      ))}
    </>
  )
}

function Observers({ of: { observers, send_emails: isSending } }: { of: DocumentRow }) {
  return (
    <>
      {!isSending && 'nobody, as there are no emails:'}
      <ul class="plain">
        {observers.map((email) => (
          <li>
            <bdi>{email}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is true of each signer, with the names of those it is true of; null: of nobody. */
function byPerson(signers: SignerRow[], wordsOf: (signer: SignerRow) => string | null): Child | null {
  const names = new Map<string, string[]>()
  for (const signer of signers) {
    const words = wordsOf(signer)
    if (words !== null) names.set(words, [...(names.get(words) ?? []), personName(signer)])
  }
  const groups = [...names]
  if (groups.length === 0) return null
  const [[words, whose]] = groups as [[string, string[]]]
  if (whose.length === signers.length) return <bdi>{words}</bdi>
  return (
    <ul class="plain">
      {groups.map(([words, whose]) => (
        <li>
          {whose.map((name, at) => (
            <>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </>
          ))}
          : <bdi>{words}</bdi>
        </li>
      ))}
    </ul>
  )
}

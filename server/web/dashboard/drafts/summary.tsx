import type { Ctx } from '../../../context.ts'
import type { DraftFile, DraftPerson } from '../../../db/schema.ts'
import type { Actor } from '../../../domain/actor.ts'
import { composeDrafts, roleOf, signersIn } from '../../../domain/drafts/compose.ts'
import { type DraftRow, draftTitle } from '../../../domain/drafts/read.ts'
import { DomainError } from '../../../domain/errors.ts'
import { maskPhone } from '../../../domain/mask.ts'
import { readWorkspace } from '../../../domain/records/workspaces/read.ts'
import { EXPIRY } from '../../../limits.ts'
import { Link, Submit } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { hasEmail } from './entries.ts'
import { inWords, personLabel } from './saved.ts'
import { draftProblems } from './show.tsx'

interface SummaryFacts {
  /** Days that each signer has. */
  days: number
  /** Whether signers are reminded. */
  reminds: boolean
  /** What keeps it from being sent, with the name of its field; null: nothing that is known beforehand. */
  problem: [field: string, text: string] | null
}

/** What the question before sending says of a draft. */
export async function summaryOf(ctx: Ctx, actor: Actor, draft: DraftRow): Promise<SummaryFacts> {
  const { reminders, expires_in_days } = await readWorkspace(ctx.db, actor.workspaceId)
  const reminds = draft.model.reminder_days ? draft.model.reminder_days.length > 0 : reminders
  const days = draft.model.expires_in_days ?? expires_in_days ?? EXPIRY.defaultDays
  return { days, reminds, problem: problemOf(ctx, draft) }
}

function problemOf(ctx: Ctx, draft: DraftRow): SummaryFacts['problem'] {
  try {
    composeDrafts(ctx, draft)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return Object.entries(draftProblems(error))[0] ?? null
  }
}

/** Who gets what and when, in sentences, with the buttons that send. Shown in a dialog by the script of the page. */
export function Summary({ view, draft, days, reminds, problem }: { view: View; draft: DraftRow } & SummaryFacts) {
  if (problem) {
    const [field, text] = problem
    return (
      <>
        <h2>Not ready yet</h2>
        <p>
          <Link href={`#${field}`}>{text}</Link>
        </p>
        <div class="buttons">
          <KeepEditing />
        </div>
      </>
    )
  }
  const { signers, observers } = draft.model
  const isByTurns = draft.model.signing_mode === 'sequential'
  const sendsEmails = draft.carried?.send_emails ?? true
  const reminded = reminds && sendsEmails ? ' · with reminders' : ''
  return (
    <>
      <h2>{questionOf(signers, isByTurns)}</h2>
      <ul class="plain gets">
        {signers.map((person, at) => (
          <li>
            <b>{sendsEmails ? getsWhen(signers, at, isByTurns) : `${personLabel(person, at)} gets no email`}</b>
            <small>{detailsOf(draft, person, at)}</small>
          </li>
        ))}
        {observers.length > 0 && (
          <li>
            <b>When all have signed, copies go to {inWords(observers)}</b>
          </li>
        )}
        <li>
          <b>The signed document is here, under {draftTitle(draft)}</b>
          <small>
            {days === 1 ? '1 day' : `${days} days`} to sign{reminded}
          </small>
        </li>
      </ul>
      <div class="buttons">
        <Submit label="Send now" kind="primary" form="draft" name="do" value="send" />
        {signers.some(hasEmail(view.person.email)) && (
          <Submit label="Send, and sign my part now" form="draft" name="do" value="sign" />
        )}
        <Submit label="Send later…" form="draft" name="do" value="later" />
        <KeepEditing />
      </div>
    </>
  )
}

const KeepEditing = () => (
  <button type="button" class="btn" data-close>
    Keep editing
  </button>
)

function questionOf(signers: readonly DraftPerson[], isByTurns: boolean): string {
  const names = signers.map((person, at) => firstName(personLabel(person, at)))
  if (names.length > 3) return `Send to ${names.length} people?`
  return `Send to ${isByTurns ? names.join(', then ') : inWords(names)}?`
}

function getsWhen(signers: readonly DraftPerson[], at: number, isByTurns: boolean): string {
  const name = personLabel(signers[at]!, at)
  if (!isByTurns || at === 0) return `${name} gets an email now`
  return `${name} gets one when ${firstName(personLabel(signers[at - 1]!, at - 1))} has signed`
}

function detailsOf(draft: DraftRow, person: DraftPerson, at: number): string {
  const own = draft.files.filter((file) => signersIn(draft, file).includes(person))
  const fields = own.reduce((sum, file) => sum + fieldsOf(file, person, at), 0)
  return [
    person.email,
    person.sms_code ? `enters a code sent to ${maskPhone(person.phone)}` : '',
    fields === 1 ? '1 thing to fill in' : `${fields} things to fill in`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function fieldsOf({ placement, markers, boxes }: DraftFile, person: DraftPerson, at: number): number {
  if (placement === 'explicit') return boxes.filter(({ signer }) => signer === person.id).length
  if (placement === 'auto_append' || markers.length === 0) return 1
  return markers.filter(({ role }) => role === roleOf(person, at)).length
}

/** The first word of a name; an address as it is. */
const firstName = (name: string) => (name.includes('@') ? name : name.split(' ')[0]!)

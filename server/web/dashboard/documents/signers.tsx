import { maskPhone } from '../../../domain/mask.ts'
import { inSigningOrder, type SignerRow } from '../../../domain/records/documents.ts'
import { deadReason } from '../../../domain/signers/states.ts'
import { MoreMenu } from '../parts/more-menu.tsx'
import { ButtonLink, Card, Copy, Pill, PostButton } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import type { DetailProps } from './detail-props.ts'
import { possibleActs, usesPhone } from './signer-acts.ts'
import { initials, personName, signerWords } from './words.ts'

type SignersProps = Pick<DetailProps, 'view' | 'shown' | 'timeline' | 'links' | 'now'>

/** Everyone who signs, with what the state machine allows now. */
export function Signers(props: SignersProps) {
  const { document, signers } = props.shown
  if (signers.length === 0) return null
  const order = document.signing_mode === 'sequential' ? 'one after the other' : 'all at once'
  return (
    <Card title="Signers" aside={<small>{signers.length > 1 ? order : null}</small>}>
      <ul class="plain">
        {inSigningOrder(signers).map((signer) => (
          <Signer {...props} signer={signer} />
        ))}
      </ul>
    </Card>
  )
}

type SignerProps = SignersProps & { signer: SignerRow }

function Signer({ view, shown, timeline, links, now, signer }: SignerProps) {
  const { document, signers } = shown
  const canComplete = deadReason(signers.map(({ status }) => status)) === null
  const words = signerWords(signer, document, canComplete)
  const isOver = signer.status === 'queued' && !canComplete
  const about = [signer.role, signer.name === null ? null : signer.email].filter(Boolean).join(' · ')
  return (
    <li class="signer">
      <span class={signer.status === 'signed' ? 'face ok' : 'face'} aria-hidden="true">
        {initials(signer)}
      </span>
      <div>
        <b dir="auto">{personName(signer)}</b> <small dir="auto">{about}</small>
      </div>
      <Pill tone={words.tone}>{words.text}</Pill>
      <div class="acts">
        <Details signer={signer} unsent={timeline.unsentCodes.get(signer.id)} />
        <Acts {...{ view, shown, signer, now }} />
        {links.has(signer.id) && signer.status !== 'queued' && isOwn(signer, view) && (
          <div class="buttons">
            <ButtonLink href={links.get(signer.id)!} label="Sign my part now" kind="small" />
          </div>
        )}
        {links.has(signer.id) && !isOver && (
          <details>
            <summary class="small" id={`show-link-${signer.id}`}>
              Personal link of {personName(signer)}
            </summary>
            <Copy id={`link-${signer.id}`} text={links.get(signer.id)!} block />
          </details>
        )}
      </div>
    </li>
  )
}

const isOwn = ({ email }: SignerRow, { person }: SignerProps['view']) =>
  email.toLowerCase() === person.email.toLowerCase()

/** When, and with which phone. @param unsent why the last code did not go out */
function Details({ signer, unsent }: { signer: SignerRow; unsent: string | undefined }) {
  const [verb, at] = lastOf(signer)
  const reason = signer.decline_reason ?? signer.withdrawal_reason ?? (signer.emailed ? null : signer.email_problem)
  const phone = usesPhone(signer) && signer.phone_e164 ? maskPhone(signer.phone_e164) : null
  return (
    <p class="small">
      {at && (
        <>
          {verb} <At at={at} />
        </>
      )}
      {at && phone && ' · '}
      {phone && `phone ${phone}`}
      {phone && signer.require_sms_verification && (signer.sms_verified_at ? ', confirmed' : ', not confirmed yet')}
      {phone && unsent && `; the last code could not be sent: ${unsent}`}
      {reason && (
        <>
          {' '}
          <q dir="auto">{reason}</q>
        </>
      )}
    </p>
  )
}

function lastOf(signer: SignerRow): [verb: string, at: Date | null] {
  switch (signer.status) {
    case 'queued':
      return ['', null]
    case 'pending':
    case 'viewed':
      return ['Can sign until', signer.expires_at]
    case 'signed':
      return ['Signed', signer.signed_at]
    case 'declined':
      return ['Declined', signer.declined_at]
    case 'withdrawn':
      return ['Withdrawn', signer.withdrawn_at]
    case 'expired':
      return ['Expired', signer.expired_at]
  }
}

/** Whether the button is shown. */
export function canRemind(view: View, shown: SignersProps['shown'], signer: SignerRow, now: Date): boolean {
  return possibleActs(shown, signer, now).remind && may(view, 'remindSigningRequest')
}

function Acts({ view, shown, signer, now }: Omit<SignerProps, 'links' | 'timeline'>) {
  const base = `/documents/${shown.document.id}/signers/${signer.id}`
  const possible = possibleActs(shown, signer, now)
  const isRemindable = canRemind(view, shown, signer, now)
  const canReassign = possible.reassign && may(view, 'reassignSigningRequest')
  const name = personName(signer)
  const rare = [
    possible.changePhone && may(view, 'updateSigningRequest') && (
      <ButtonLink href={`${base}/phone`} label="Change phone" about={` of ${name}`} />
    ),
    canReassign && (
      <ButtonLink href={`${base}/reassign`} label="Give to someone else" about={` the request to ${name}`} />
    ),
    possible.withdraw && may(view, 'withdrawSigningRequest') && (
      <ButtonLink href={`${base}/withdraw`} label="Withdraw" about={` the request to ${name}`} kind="danger" />
    ),
  ]
  if (!isRemindable && !canReassign && !rare.some(Boolean)) return null
  return (
    <div class="buttons">
      {isRemindable && <PostButton action={`${base}/remind`} label="Remind" about={` ${name}`} kind="small" />}
      {canReassign && (
        <ButtonLink href={`${base}/correct`} label="Correct name or email" about={` of ${name}`} kind="small" />
      )}
      <MoreMenu id={`more-${signer.id}`} about={` about ${name}`} small>
        {rare}
      </MoreMenu>
    </div>
  )
}

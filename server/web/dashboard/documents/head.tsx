import { isErasable } from '../../../domain/documents/erase.ts'
import { isSendable } from '../../../domain/drafts/send-again.ts'
import { reviewState } from '../../../domain/signers/review.ts'
import { allows, deadReason } from '../../../domain/signers/states.ts'
import { isExtendable } from '../../../domain/signing/extend.ts'
import { InWorkspace } from '../parts/form.tsx'
import { MoreMenu } from '../parts/more-menu.tsx'
import { ButtonLink, Pill, PostButton, Submit } from '../parts/pieces.tsx'
import { may } from '../state.ts'
import type { DetailProps } from './detail-props.ts'
import { hasFiles, hasTrail } from './files.tsx'
import { canRemind } from './signers.tsx'
import { statusWords } from './words.ts'

type HeadProps = Pick<DetailProps, 'view' | 'shown' | 'replacements' | 'now'>

/**
 * Where the document stands, and what can be done: what somebody comes for is a button of its own, the rest is under More
 * in the order of how often it is wanted, and erasing stands last.
 */
export function HeadActions({ view, shown, replacements, now }: HeadProps) {
  const { document, signers } = shown
  const base = `/documents/${document.id}`
  const status = statusWords(document, signers, now)
  const statuses = signers.map((signer) => signer.status)
  const dead = deadReason(statuses)
  const isSealed = document.seal_state === 'sealed' && hasFiles(document, now)
  const canReplace = isSendable(document, now) && replacements.after.length === 0 && may(view, 'sendAgain')
  const isFailed = canReplace && (dead === 'declined' || dead === 'expired')
  const canRemindAny = dead === null && signers.some((signer) => canRemind(view, shown, signer, now))
  const canExtend = signers.some((signer) => isExtendable(signer, now)) && may(view, 'extendDeadline')
  const isOpen = statuses.some((one) => allows('withdraw', one))
  return (
    <>
      <Pill tone={status.tone}>{status.text}</Pill>
      {reviewState(document, now) === 'staged' && may(view, 'readReview') && (
        <ButtonLink href={`/review/${document.id}`} label="Review" kind="primary" />
      )}
      {isSealed && <ButtonLink href={`${base}/signed?download`} label="Download signed PDF" kind="primary" />}
      {isFailed && <PostButton action={`${base}/again`} label="Correct and send again" kind="primary" />}
      {canRemindAny && <PostButton action={`${base}/remind`} label="Remind" />}
      <MoreMenu id="more">
        {isSealed && <ButtonLink href={`${base}/signed-with-audit-trail`} label="Signed PDF with audit trail" />}
        {hasTrail(document) && <ButtonLink href={`${base}/audit-trail`} label="Audit trail (PDF)" />}
        {canExtend && <ButtonLink href={`${base}/extend`} label="Extend the deadline" />}
        {canReplace && !isFailed && (
          <PostButton action={`${base}/again`} label={isSealed ? 'Send again to other people' : 'Replace'} />
        )}
        {may(view, 'moveDocuments') && (
          <form method="post" action="/documents/selected">
            <InWorkspace view={view} />
            <input type="hidden" name="document" value={document.id} />
            <input type="hidden" name="list" value={base} />
            <Submit
              label={document.folder === null ? 'Move to a folder' : `Move from ${document.folder}`}
              name="do"
              value="move"
            />
          </form>
        )}
        {isOpen && may(view, 'withdrawSigningRequest') && (
          <ButtonLink href={`${base}/withdraw`} label="Withdraw" kind="danger" />
        )}
        {isErasable(document, statuses, now) && may(view, 'eraseDocument') && (
          <ButtonLink href={`${base}/erase`} label="Erase now" kind="danger" />
        )}
      </MoreMenu>
    </>
  )
}

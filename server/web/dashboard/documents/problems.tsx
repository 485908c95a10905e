import { fileProblem } from '../../../domain/records/file-problem.ts'
import { sealProblem } from '../../../domain/records/seal-problem.ts'
import { Link, Submit } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may } from '../state.ts'
import type { DetailProps } from './detail-props.ts'

/** What keeps the document from its end, although nobody has to sign any more, and who did not get it. */
export function DocumentProblems({
  view,
  shown: { document },
  timeline,
}: Pick<DetailProps, 'view' | 'shown' | 'timeline'>) {
  const [seal, file] = [sealProblem(document), fileProblem(document)]
  const copies = timeline.undeliveredCopies
  if (!seal && !file && copies.length === 0) return null
  return (
    <div class="problems">
      {file && (
        <p>
          A stored file of this document is {file.code}, since <At at={file.since} />. Restore it from a backup.
        </p>
      )}
      {seal && (
        <>
          <p>
            Everyone has signed, but the document could not be sealed in {seal.attempts} attempts ({seal.code}).{' '}
            {seal.reason === 'certificate_revoked' &&
              'The certificate of the seal was revoked: the operator has to set a new one. '}
            The next one is at <At at={seal.nextAttemptAt} />.
          </p>
          {may(view, 'abandonDocument') && (
            <p>
              <Link href={`/documents/${document.id}/abandon`}>End it without a seal</Link>
            </p>
          )}
        </>
      )}
      {copies.map(({ to, email, reason }) => (
        <form method="post" action={`/documents/${document.id}/copies`}>
          <p>
            The finished copy could not be delivered to <bdi>{email}</bdi> ({reason}).
          </p>
          <input type="hidden" name="to" value={to} />
          {may(view, 'resendCopy') && (
            <p>
              <Submit label="Send the copy again" about={` to ${email}`} kind="small" />
            </p>
          )}
        </form>
      ))}
    </div>
  )
}

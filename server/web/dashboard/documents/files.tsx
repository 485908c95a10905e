import type { DocumentView } from '../../../domain/documents/get.ts'
import { fileProblem } from '../../../domain/records/file-problem.ts'
import { reviewState } from '../../../domain/signers/review.ts'
import { REVIEW } from '../../../limits.ts'
import { Card, Link } from '../parts/pieces.tsx'
import type { DetailProps } from './detail-props.ts'

/** What can be downloaded. */
export function Downloads({
  base,
  shown: { document },
  timeline,
  now,
}: { base: string } & Pick<DetailProps, 'shown' | 'timeline' | 'now'>) {
  const kept = hasFiles(document, now)
  return (
    <Card title="Files">
      <ul class="pad stack plain">
        {kept && <FileLink href={`${base}/file?download`} label="As it was sent" />}
        {kept && document.seal_state === 'sealed' && (
          <FileLink href={`${base}/signed?download`} label="Signed and sealed" />
        )}
        {kept && timeline.isRenewed && (
          <FileLink href={`${base}/renewed?download`} label="The same with its later time stamps" />
        )}
        {!kept && <li class="small">{withoutFiles(document, now)}</li>}
        {hasTrail(document) && (
          <>
            <FileLink href={`${base}/audit-trail`} label="Audit trail" />
            <FileLink
              href={`${base}/files.zip`}
              label={`${fileProblem(document) ? 'All that can be read' : 'All of it'}, with the root certificate (ZIP)`}
            />
          </>
        )}
      </ul>
    </Card>
  )
}

/** A link in a list of them. */
export function FileLink({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <Link href={href} name={label} />
    </li>
  )
}

/** They can be opened: they were not deleted, nor the document discarded. */
export const hasFiles = (document: DocumentView['document'], now: Date) =>
  document.deleted_at === null && reviewState(document, now) !== 'discarded'

function withoutFiles(document: DocumentView['document'], now: Date): string {
  if (reviewState(document, now) !== 'discarded') {
    return 'The files were deleted, so it cannot be sent again. Hashes and the audit trail are kept.'
  }
  const kept = REVIEW.discardedKeptMs / 86_400_000
  return document.deleted_at === null
    ? `It was discarded. Its files cannot be opened any more, and are deleted after ${kept} days at the latest.`
    : 'It was discarded, and its files were deleted.'
}

/** As of the first invitation (`not_sent` before). */
export const hasTrail = ({ kind, review_state: review }: DocumentView['document']) =>
  kind === 'esign' && (review === null || review === 'confirmed')

import type { DocumentView } from '../../../domain/documents/get.ts'
import { fileProblem } from '../../../domain/records/file-problem.ts'
import { Card } from '../parts/pieces.tsx'
import type { DetailProps } from './detail-props.ts'

/** What can be downloaded. */
export function Downloads({
  base,
  shown: { document },
  timeline,
}: { base: string } & Pick<DetailProps, 'shown' | 'timeline'>) {
  const kept = hasFiles(document)
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
        {!kept && (
          <li class="small">
            The files were deleted, so it cannot be sent again. Hashes and the audit trail are kept.
          </li>
        )}
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
      <a class="text" href={href}>
        <bdi>{label}</bdi>
      </a>
    </li>
  )
}

/** They were not deleted. */
export const hasFiles = ({ deleted_at, review_state }: DocumentView['document']) =>
  deleted_at === null && review_state !== 'discarded'

/** As of the first invitation (`not_sent` before). */
export const hasTrail = ({ kind, review_state: review }: DocumentView['document']) =>
  kind === 'esign' && (review === null || review === 'confirmed')

import { draftTitle } from '../../../domain/drafts/read.ts'
import { ProblemList } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'
import { Placing, type PlacingProps } from './placing.tsx'

/** The fields of one PDF, on a page of their own: for phones, and for whoever wants the room. */
export function FieldsPage({ view, ...props }: { view: View } & PlacingProps) {
  const { draft, file, problems } = props
  return (
    <Page
      view={view}
      title={`Fields of ${file.title}`}
      apiCall="POST /v1/signing-requests"
      crumbs={[
        ['Documents', '/documents'],
        [draftTitle(draft), `/documents/drafts/${draft.id}`],
      ]}
      lead={<span id="saved" role="status" />}
    >
      <ProblemList problems={problems} />
      <Placing {...props} />
    </Page>
  )
}

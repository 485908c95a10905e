import { Buttons, EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import type { TemplateDetailProps } from './detail-props.ts'

/** Another PDF for a draft. */
export function ReplacePdf({ view, state, problems }: TemplateDetailProps & { problems: Problems }) {
  const { template, draft } = state
  const to = `/templates/${template.id}`
  const crumbs: Crumb[] = [
    ['Templates', '/templates'],
    [draft.model.name, to],
  ]
  return (
    <Page view={view} title="Replace the PDF" apiCall="POST /v1/templates/import" crumbs={crumbs}>
      <form method="post" action={`${to}/pdf`} enctype="multipart/form-data" class="card pad stack narrow">
        <ProblemList problems={problems} />
        <p>
          Boxes stay on their page, at their place. Versions that are locked keep the PDF they have, now{' '}
          <bdi>{draft.file.name}</bdi>.
        </p>
        <EntryField name="file" label="PDF" type="file" accept="application/pdf,.pdf" problems={problems} required />
        <Buttons submit="Replace" cancel={to} />
      </form>
    </Page>
  )
}

import { EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Submit } from '../parts/pieces.tsx'
import type { TemplateDetailProps } from './detail-props.ts'

/** Another PDF for a draft. */
export function ReplacePdf({ view, state, problems }: TemplateDetailProps & { problems: Problems }) {
  const { template, draft } = state
  const to = `/templates/${template.id}`
  const crumbs = [
    { label: 'Templates', href: '/templates' },
    { label: draft.model.name, href: to },
  ]
  return (
    <Page view={view} title="Replace the PDF" section="templates" apiCall="POST /v1/templates/import" crumbs={crumbs}>
      <form method="post" action={`${to}/pdf`} enctype="multipart/form-data" class="card pad stack narrow">
        <ProblemList problems={problems} />
        <p>
          Boxes stay on their page, at their place. Versions that are locked keep the PDF they have, now{' '}
          <bdi>{draft.file.name}</bdi>.
        </p>
        <EntryField name="file" label="PDF" type="file" accept="application/pdf,.pdf" problems={problems} required />
        <div class="buttons">
          <Submit label="Replace" kind="primary" />
          <ButtonLink href={to} label="Cancel" />
        </div>
      </form>
    </Page>
  )
}

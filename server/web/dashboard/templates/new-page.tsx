import { NAME_MAX_CHARACTERS } from '../../../domain/templates/create.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import type { View } from '../state.ts'

export interface UploadProps {
  view: View
  problems: Problems
  name: string
}

/** A new template: its PDF. Boxes come next. */
export function NewTemplate({ view, problems, name }: UploadProps) {
  const crumbs: Crumb[] = [['Templates', '/templates']]
  return (
    <Page view={view} title="New template" apiCall="POST /v1/templates/import" crumbs={crumbs}>
      <form method="post" action="/templates" enctype="multipart/form-data" class="card pad stack narrow">
        <InWorkspace view={view} />
        <ProblemList problems={problems} />
        <EntryField
          name="file"
          label="PDF"
          type="file"
          accept="application/pdf,.pdf"
          hint="Up to 25 MB, not signed and without a password. Markers in its text and fields of its form are found and offered as boxes."
          problems={problems}
          required
        />
        <EntryField
          name="name"
          label="Name"
          hint="Leave empty to use the file’s name. It is also the title of documents created from the template."
          value={name}
          maxlength={NAME_MAX_CHARACTERS}
          problems={problems}
        />
        <Buttons submit="Upload" cancel="/templates" />
      </form>
    </Page>
  )
}

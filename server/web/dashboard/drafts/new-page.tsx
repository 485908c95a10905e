import type { RefusedFile } from '../../../domain/drafts/files.ts'
import { DRAFTS } from '../../../limits.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'

export interface NewProps {
  view: View
  /** None of these could be taken. */
  refused: RefusedFile[]
  /** No file was chosen, or too many. */
  problem: string | null
}

/** The first step of a new document: its PDFs. */
export function NewPage({ view, refused, problem }: NewProps) {
  const text = [...(problem ? [problem] : []), ...refused.map(refusedText)].join(' ')
  const problems: Problems = text === '' ? {} : { file: text }
  return (
    <Page view={view} title="New document" apiCall="POST /v1/signing-requests" crumbs={[['Documents', '/documents']]}>
      <ProblemList problems={problems} />
      <form method="post" action="/documents/new" enctype="multipart/form-data" class="card pad stack narrow">
        <InWorkspace view={view} />
        <Files problems={problems} label="PDFs" />
        <Buttons submit="Continue" cancel="/documents" />
      </form>
    </Page>
  )
}

/** The choice of PDFs. */
export function Files({ problems = {}, label }: { problems?: Problems; label: string }) {
  const hint = `Up to ${DRAFTS.files}, 25 MB each, ${DRAFTS.uploadBytes / 1024 / 1024} MB at a time. Several are sent together, and each is completed on its own.`
  return (
    <EntryField
      name="file"
      label={label}
      type="file"
      accept="application/pdf,.pdf"
      multiple
      required
      {...{ hint, problems }}
    />
  )
}

/** In one sentence. */
export function refusedText({ filename, message }: RefusedFile): string {
  return `${filename}: ${message}.`
}

/** What is said of them on the next page, for which a cookie has little room. */
const NAMED = 3

/** The first of them, and how many more there are. */
export function someRefused(refused: readonly RefusedFile[]): string {
  const more = refused.length - NAMED
  const named = refused.slice(0, NAMED).map(refusedText)
  return [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

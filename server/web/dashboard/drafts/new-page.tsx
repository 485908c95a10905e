import type { RefusedFile } from '../../../domain/drafts/file-refusal.ts'
import { DRAFTS } from '../../../limits.ts'
import { Buttons, EntryField, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Link } from '../parts/pieces.tsx'
import { isShown, may, type View } from '../state.ts'
import { type TemplateQuery, templateListHref } from '../templates/query.ts'

const TEMPLATES = '/templates'
const templateList = (to: TemplateQuery['to']) => templateListHref({ tab: 'locked', q: '', cursor: '', to }, {})

export interface NewProps {
  view: View
  /** None of these could be taken. */
  refused: RefusedFile[]
  /** No file was chosen, or too many. */
  problem: string | null
}

/** A new document begins with its PDFs, or with pictures of its pages. */
export function NewPage({ view, refused, problem }: NewProps) {
  const text = [...(problem ? [problem] : []), ...refused.map(refusedText)].join(' ')
  const problems: Problems = text === '' ? {} : { file: text }
  return (
    <Page view={view} title="New document" apiCall="POST /v1/signing-requests" crumbs={[['Documents', '/documents']]}>
      <ProblemList problems={problems} />
      <form method="post" action="/documents/new" enctype="multipart/form-data" class="card pad stack drop" data-drop>
        <InWorkspace view={view} />
        <Files problems={problems} label="Drop a PDF here, or choose one" />
        <Buttons submit="Continue" cancel="/documents" />
      </form>
      {isShown(view, TEMPLATES) && may(view, 'instantiateTemplate') && (
        <ul class="ways">
          <li>
            <Link href={templateList('send')}>Use a template</Link>
            <small>Fill in what changes, and send it.</small>
          </li>
          <li>
            <Link href={templateList('list')}>Send to a list</Link>
            <small>One document for each row of a spreadsheet.</small>
          </li>
          <li>
            <Link href={templateList('link')}>Direct link</Link>
            <small>Anyone with the link or QR code can fill in and sign.</small>
          </li>
        </ul>
      )}
    </Page>
  )
}

/** The choice of PDFs and pictures. */
export function Files({ problems = {}, label }: { problems?: Problems; label: string }) {
  const most = `Up to ${DRAFTS.files}, 25 MB each, ${DRAFTS.uploadBytes / 1024 / 1024} MB at a time.`
  const hint = `PDFs, or pictures (PNG, JPEG), which become pages. Several PDFs are sent together, and each is completed on its own. ${most}`
  return (
    <EntryField
      name="file"
      label={label}
      type="file"
      accept="application/pdf,.pdf,image/png,image/jpeg"
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

import type { Upload } from '../../../../domain/bulk/read.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import { BULK } from '../../../../limits.ts'
import { EntryField, ProblemList, type Problems } from '../../parts/form.tsx'
import { Page } from '../../parts/page.tsx'
import { ButtonLink, NeedsPlan, Submit } from '../../parts/pieces.tsx'
import { Table } from '../../parts/table.tsx'
import { Ago } from '../../parts/time.tsx'
import { may, type View } from '../../state.ts'
import { crumbsOf } from '../send/page.tsx'
import { count } from '../words.ts'
import { StatePill } from './upload-page.tsx'

export interface CsvPageProps {
  view: View
  template: TemplateView
  uploads: Upload[]
  /** Why nothing can be sent from it now; null: it can. */
  why: string | null
  problems: Problems
  now: Date
}

/** Upload of a file with a row for each document, and the files of before. */
export function CsvPage({ view, template, uploads, why, problems, now }: CsvPageProps) {
  const { id } = template.template
  const base = `/templates/${id}/csv`
  return (
    <Page
      view={view}
      title={`Send ${template.snapshot.model.name} to a list`}
      apiCall={`POST /v1/templates/${id}/instantiate`}
      crumbs={crumbsOf(template)}
      lead={`A row is a document of its own, made from version ${template.version}. Each is checked before anything is sent.`}
    >
      <NeedsPlan view={view} verb="uploadRows" what="Sending from a template" />
      <div class="stack">
        {why !== null && <p class="card pad">{why}</p>}
        {why === null && may(view, 'uploadRows') && <UploadForm base={base} problems={problems} />}
        {uploads.length > 0 && (
          <Table
            caption="Files uploaded before"
            columns={['File', 'State', { label: 'Rows', end: true }, { label: 'Uploaded', end: true }]}
          >
            {uploads.map((upload) => (
              <tr>
                <td class="wide">
                  <a class="title" href={`${base}/${upload.id}`}>
                    <bdi>{upload.filename}</bdi>
                  </a>
                </td>
                <td data-label="State" class="whole">
                  <StatePill upload={upload} />
                </td>
                <td data-label="Rows" class="end num">
                  {upload.counts.sent.toLocaleString('en')} of {upload.counts.total.toLocaleString('en')} sent
                </td>
                <td data-label="Uploaded" class="end">
                  <Ago at={upload.created_at} now={now} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </Page>
  )
}

/** The columns to fill in, and the file with the rows. */
function UploadForm({ base, problems }: { base: string; problems: Problems }) {
  return (
    <form method="post" action={base} enctype="multipart/form-data" class="card pad stack narrow">
      <ProblemList problems={problems} />
      <p class="small">
        A list from Excel, Numbers or any other program, saved as CSV: one document for each row,{' '}
        {count(BULK.rows, 'row')} at most. What its columns are called does not matter, nor how it writes numbers and
        dates. In Excel, format a column of phone numbers as Text first, or it takes the + away.
      </p>
      <EntryField
        name="file"
        label="Your list"
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        required
        problems={problems}
      />
      <div class="buttons">
        <Submit label="Upload and check" kind="primary" />
        <ButtonLink href={`${base}/columns.csv`} label="Download an empty list" />
      </div>
    </form>
  )
}

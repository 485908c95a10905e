import { columnLabels } from '../../../../domain/bulk/labels.ts'
import { columnsByName, lettersOf } from '../../../../domain/bulk/mapping.ts'
import type { ProblemOfRows, RowToCorrect, UploadView } from '../../../../domain/bulk/read.ts'
import { saidOf, spreadsheetCell, withoutName } from '../../../../domain/bulk/said.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import { Card, Submit } from '../../parts/pieces.tsx'
import { may, type View } from '../../state.ts'
import { count } from '../words.ts'

interface ToCorrectProps {
  view: View
  template: TemplateView
  upload: UploadView
}

/** Columns of the table: those with a problem, behind those that say whom a row is for. */
const COLUMNS = 8
const WHO = /^slot\d+\.(?:name|email)$/

/** The rows that need somebody, with the problem in its cell, where it is corrected. What many share is said once. */
export function ToCorrect({ view, template, upload }: ToCorrectProps) {
  const { counts, toCorrect, problems, mapping, state } = upload
  const names = mapping?.names ?? []
  const labelOf = labelsOf(template)
  const columns = shownColumns(names, toCorrect)
  const shared = problems.filter(({ column, count: times }) => times > 1 || !columns.some((at) => names[at] === column))
  const isOpen = state !== 'checking' && state !== 'sending'
  const mayCorrect = isOpen && mapping !== null && may(view, 'correctCells') && columns.length > 0
  const table = (
    <table class="cards to-correct">
      <caption class="unseen">Rows that need you</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          {columns.map((at) => (
            <th scope="col">{labelOf(names[at]!)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toCorrect.map((row) => (
          <tr>
            <td data-label="Row" class="num wide">
              {row.row}
            </td>
            {columns.map((at) => (
              <Cell {...{ row, at, mayCorrect, shared }} name={names[at]!} label={labelOf(names[at]!)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Card
      title={count(counts.bad, 'row needs you', 'rows need you')}
      aside={
        <span class="small">
          {counts.bad > toCorrect.length
            ? `the first ${toCorrect.length}; the download has all`
            : `${counts.good.toLocaleString('en')} ${counts.good === 1 ? 'is' : 'are'} ready`}
        </span>
      }
    >
      {shared.length > 0 && (
        <ul class="shared">
          {shared.map((problem, at) => (
            <li id={`shared-${at}`}>
              <bdi>{sharedWords(problem, names, labelOf)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {columns.length > 0 &&
        (mayCorrect ? (
          <form method="post" action={`/templates/${template.template.id}/csv/${upload.id}/cells`}>
            {table}
            <div class="pad buttons">
              <Submit label="Save and check again" />
            </div>
          </form>
        ) : (
          table
        ))}
    </Card>
  )
}

interface CellProps {
  row: RowToCorrect
  at: number
  name: string
  label: string
  mayCorrect: boolean
  shared: ProblemOfRows[]
}

function Cell({ row, at, name, label, mayCorrect, shared }: CellProps) {
  const text = row.cells?.[at] ?? ''
  const problem = row.problems.find(({ column }) => column === name)
  if (!problem) {
    return (
      <td data-label={label}>
        <bdi>{text.trim()}</bdi>
      </td>
    )
  }
  const place = spreadsheetCell(at, row.row)
  const among = shared.findIndex(({ column, message }) => column === name && message === problem.message)
  const described = among < 0 ? `cell-${place}-problem` : `shared-${among}`
  const input = { id: `cell-${place}`, name: `cell.${row.row}.${at}`, 'aria-label': `${label}, ${place}` }
  const attributes = { ...input, 'aria-invalid': 'true' as const, 'aria-describedby': described }
  return (
    <td data-label={label} class="wrong">
      {!mayCorrect && <bdi>{text}</bdi>}
      {mayCorrect && (
        <div class="field">
          {/[\r\n]/.test(text) ? <textarea {...attributes}>{text}</textarea> : <input {...attributes} value={text} />}
        </div>
      )}
      <small id={`cell-${place}-problem`}>
        {place} {among < 0 ? withoutName(problem) : ''}
      </small>
    </td>
  )
}

function shownColumns(names: readonly string[], rows: readonly RowToCorrect[]): number[] {
  const wrong = new Set(rows.flatMap(({ problems }) => problems.map(({ column }) => column)))
  const places = names.flatMap((name, at) => (name !== '' && wrong.has(name) ? at : []))
  if (places.length === 0) return []
  const who = names.flatMap((name, at) => (WHO.test(name) && !wrong.has(name) ? at : [])).slice(0, 2)
  return [...who, ...places].slice(0, COLUMNS).sort((a, b) => a - b)
}

/** What people call a column, by its name. */
function labelsOf({ snapshot }: TemplateView): (name: string) => string {
  const known = columnsByName(snapshot)
  const labels = columnLabels(snapshot, 'en')
  return (name) => {
    const column = known.get(name)
    return column ? labels(column) : name
  }
}

/** `Salary (column C) must be a number. 300 rows: 2, 5, 7 and 297 more.` */
function sharedWords(problem: ProblemOfRows, names: readonly string[], labelOf: (name: string) => string): string {
  const { column, rows, count: times } = problem
  const at = names.indexOf(column)
  const label = column === '' ? null : labelOf(column) + (at < 0 ? '' : ` (column ${lettersOf(at)})`)
  const more = times - rows.length
  const listed = rows.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
  return `${saidOf(problem, label).replace(/\.$/, '')}. ${times === 1 ? 'Row' : `${times.toLocaleString('en')} rows:`} ${listed}.`
}

import type { MappedColumn, MappingView } from '../../../../domain/bulk/map.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import { Page } from '../../parts/page.tsx'
import { ButtonLink, Card, Submit } from '../../parts/pieces.tsx'
import { may, type View } from '../../state.ts'
import { crumbsOf } from '../send/page.tsx'
import { count } from '../words.ts'

interface MappingProps {
  view: View
  template: TemplateView
  mapping: MappingView
}

/** What each column of a file is, with an example, and the one question that its cells leave open. */
export function MappingPage({ view, template, mapping }: MappingProps) {
  const { upload, rows, columns, problems } = mapping
  const base = `/templates/${template.template.id}/csv`
  return (
    <Page
      view={view}
      title={upload.filename}
      crumbs={[...crumbsOf(template), ['Send to a list', base]]}
      lead={`${count(rows, 'row')}. Say once what the columns are; the template remembers it.`}
    >
      <form method="post" action={`${base}/${upload.id}/columns`} class="stack">
        {problems.length > 0 && (
          <div class="problems" role="alert">
            <ul>
              {problems.map((problem) => (
                <li>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        <Card title="Which column is what" aside={<span class="small">remembered for this template</span>}>
          <table class="cards mapping">
            <caption class="unseen">Columns of the file</caption>
            <thead>
              <tr>
                <th scope="col">In the file</th>
                <th scope="col">Is</th>
                <th scope="col">For example</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, at) => (
                <ColumnRow column={column} at={at} mapping={mapping} />
              ))}
            </tbody>
          </table>
        </Card>
        {may(view, 'mapUpload') && (
          <div class="buttons">
            <Submit label={`Check ${count(rows, 'row')}`} kind="primary" />
            <ButtonLink href={base} label="Another file" />
          </div>
        )}
      </form>
    </Page>
  )
}

function ColumnRow({ column, at, mapping }: { column: MappedColumn; at: number; mapping: MappingView }) {
  const { letters, heading, name, example, meaning, question } = column
  const said = heading === '' ? `Column ${letters}` : heading
  // Of a column at the end that a spreadsheet has written without anything in it.
  if (heading === '' && example === '') return null
  return (
    <tr>
      <td class="wide">
        <b>
          <bdi>{said}</bdi>
        </b>
      </td>
      <td class="wide">
        <div class="field">
          <select name={`column.${at}`} aria-label={`${said} is`}>
            <option value="">Leave out</option>
            {mapping.targets.map((target) => (
              <option value={target.name} selected={target.name === name}>
                {target.label}
              </option>
            ))}
          </select>
        </div>
      </td>
      <td class="wide">
        <span class="small">
          <bdi>{example}</bdi> {meaning !== null && meaning !== example && <b class="meaning">is {meaning}</b>}
        </span>
        {question && (
          <div class="field">
            <label for={`style-${at}`}>Which is right?</label>
            <select id={`style-${at}`} name={`style.${question.key}`}>
              {question.ways.map(({ style, cell, meaning: one }) => (
                <option value={style} selected={style === question.chosen}>
                  {cell} is {one}
                </option>
              ))}
            </select>
          </div>
        )}
      </td>
    </tr>
  )
}

import type { SentBefore } from '../../../../domain/bulk/sent-before.ts'
import { Card, Link } from '../../parts/pieces.tsx'
import { At } from '../../parts/time.tsx'
import { count } from '../words.ts'

/** That rows went out before, by the file that they went out from. They can be sent all the same. */
export function EqualRows({ base, sentBefore }: { base: string; sentBefore: SentBefore[] }) {
  const files = new Map<string, SentBefore[]>()
  for (const row of sentBefore) files.set(row.uploadId, [...(files.get(row.uploadId) ?? []), row])
  return (
    <>
      {[...files].map(([id, rows]) => (
        <p class="problem">
          {count(rows.length, 'row is the same as a row', 'rows are the same as rows')} that{' '}
          {rows.length === 1 ? 'was' : 'were'} already sent on{' '}
          <At at={new Date(Math.max(...rows.map(({ at }) => at.getTime())))} />, from{' '}
          <Link href={`${base}/${id}`} name={rows[0]!.filename} />.
        </p>
      ))}
    </>
  )
}

/** Rows in the table; a file has up to 1,000. */
const SHOWN = 200

export function EqualTable({ sentBefore }: { sentBefore: SentBefore[] }) {
  const { length } = sentBefore
  return (
    <Card
      title="Already sent"
      aside={
        <span class="small">
          {length > SHOWN ? `the first ${SHOWN} rows of ${length.toLocaleString('en')}` : 'as numbered in the file'}
        </span>
      }
    >
      <table class="cards">
        <caption class="unseen">Rows that equal one that was sent</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Sent before</th>
            <th scope="col">As</th>
          </tr>
        </thead>
        <tbody>
          {sentBefore.slice(0, SHOWN).map(({ row, at, documentId }) => (
            <tr>
              <td data-label="Row" class="num">
                {row}
              </td>
              <td data-label="Sent before">
                <At at={at} />
              </td>
              <td data-label="As">
                <Link href={`/documents/${documentId}`}>Document</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

import type { Snapshot } from '../templates/model.ts'
import { headingOf, readRow } from './columns.ts'
import { rowDigests } from './digest.ts'
import type { Mapping } from './mapping.ts'
import type { GivenRow } from './row.ts'

/** A row with its cells, and what tells it from others; null: it is not known yet what it says. */
export interface ReadRow {
  given: GivenRow
  digest: string | null
}

/** Reads the rows of a file whose columns are known. */
export function rowReader(
  template: { id: string; snapshot: Pick<Snapshot, 'model' | 'fields'> },
  { names, styles }: Mapping,
): (cells: string[]) => ReadRow {
  const heading = headingOf(template.snapshot, names)
  const digestOfRow = rowDigests(template.id, heading)
  return (cells) => {
    const given = readRow(heading, cells, styles)
    return { given: { ...given, cells }, digest: digestOfRow(given) }
  }
}

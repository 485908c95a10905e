import { type RawBuilder, sql } from 'kysely'
import { LIST } from '../../limits.ts'

/** What one page of the list can show, and from which end of it it is read. */
export interface Slice {
  /** Conditions on the place in the list, in tables where the id has another name. */
  place: (id: 'id' | 'document_id') => RawBuilder<boolean>
  /** A condition on `tab`, which `documents` and `document_words` both have; null: the list of all documents. */
  tab: RawBuilder<boolean> | null
  /** Conditions on what only `documents` has. */
  filter: RawBuilder<boolean> | null
  order: 'asc' | 'desc'
}

/** A page, and one more that tells whether there is another. */
export const PAGE_AND_ONE = LIST.rows + 1

/** The order of the list in statements where the id is `id`. */
export const orderBy = (order: Slice['order']) => sql`order by created_at ${sql.raw(order)}, id ${sql.raw(order)}`

/** Conditions, as far as there are any, on the row in `documents` of a `document_id`. */
export function inDocument(workspaceId: string, conditions: (RawBuilder<boolean> | null)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null)
  if (given.length === 0) return sql`true`
  return sql`exists (select from documents where id = document_id and workspace_id = ${workspaceId}
    and ${sql.join(given, sql` and `)})`
}

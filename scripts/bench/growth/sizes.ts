import { sql } from 'kysely'
import type { Db } from '../../../server/db/database.ts'

/** Less than this share of a document is not worth a line. */
const LEAST_BYTES = 20

interface Row {
  name: string
  /** Null: a table. */
  of: string | null
  bytes: number
}

/** Prints the bytes that a document takes, by table and index, the largest first. Partitions count with their table. */
export async function printSizes(db: Db, documents: number): Promise<void> {
  const { rows } = await sql<Row>`
    with parts as (
      select oid, coalesce((select inhparent from pg_inherits where inhrelid = oid), oid) as whole from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'growth%'
    )
    select whole::regclass::text as name, null as of, sum(pg_table_size(oid)) as bytes from parts group by whole
    union all
    select coalesce(parent.inhparent, indexrelid)::regclass::text, whole::regclass::text, sum(pg_relation_size(indexrelid))
    from parts join pg_index on indrelid = oid left join pg_inherits parent on parent.inhrelid = indexrelid
    group by coalesce(parent.inhparent, indexrelid), whole`.execute(db)
  const of = (bytes: number) => Math.round(bytes / documents)
  const tables = rows.filter((row) => row.of === null).toSorted((a, b) => total(rows, b) - total(rows, a))
  console.log('\nbytes of a document')
  console.log(`${of(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0))} in all`)
  for (const table of tables) {
    if (of(total(rows, table)) < LEAST_BYTES) continue
    console.log(`${table.name}: ${of(total(rows, table))}, rows ${of(Number(table.bytes))}`)
    const indexes = rows.filter((row) => row.of === table.name && of(Number(row.bytes)) >= LEAST_BYTES)
    for (const { name, bytes } of indexes.toSorted((a, b) => b.bytes - a.bytes))
      console.log(`  ${name}: ${of(Number(bytes))}`)
  }
}

const total = (rows: Row[], { name }: Row) =>
  rows.filter((row) => row.name === name || row.of === name).reduce((sum, { bytes }) => sum + Number(bytes), 0)

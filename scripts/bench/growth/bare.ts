import { sql } from 'kysely'
import type { Db } from '../../../server/db/database.ts'

/** Rows that one statement inserts. */
const BATCH = 500_000

/** Lets Postgres write without regard for a crash, for a while. One core is left to others: no parallel workers. */
export async function hurry(db: Db, hurries: boolean): Promise<void> {
  const settings = {
    ...{ fsync: hurries ? 'off' : 'on', full_page_writes: hurries ? 'off' : 'on', max_wal_size: '4GB' },
    ...{ maintenance_work_mem: '512MB', max_parallel_workers_per_gather: '0', max_parallel_maintenance_workers: '0' },
  }
  for (const [name, value] of Object.entries(settings))
    await sql`alter system set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

/** SQL by column, for row `n`. */
export type Columns = Record<string, string>

/** An id for each row, in the order of the rows. */
export const ID = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/** What a column that must have a value gets, where nothing else is said. */
const BY_TYPE: Record<string, string> = {
  uuid: ID,
  text: `'x' || n`,
  integer: 'n::integer',
  bigint: 'n',
  boolean: 'false',
  jsonb: `'{}'`,
  bytea: 'sha256(n::text::bytea)',
  inet: `'192.0.2.1'`,
  'timestamp with time zone': 'now()',
}

/** Keeps the first row for which this holds, to be copied after its table was emptied. */
export async function keepPattern(db: Db, table: string, condition: string): Promise<void> {
  await sql.raw(`create table pattern_${table} as select * from ${table} where ${condition} limit 1`).execute(db)
}

/**
 * Fills a table with rows of their own, without the rows that they refer to: neither keys nor triggers are looked at, and
 * its indexes are made afterwards.
 * @param own what a column has; of the others, those that need a value have one of their type
 * @param isCopied whether each row is a copy of its pattern, except for `own`
 */
export async function fillBare(db: Db, table: string, rows: number, own: Columns, isCopied: boolean): Promise<void> {
  const columns = await columnsOf(db, table)
  const values = columns.flatMap(({ name, type, needed }) => {
    const value = own[name] ?? (!isCopied ? (needed ? BY_TYPE[type] : undefined) : `pattern."${name}"`)
    return value === undefined ? [] : [[`"${name}"`, value] as const]
  })
  const from = isCopied ? `, pattern_${table} as pattern` : ''
  const insert = `insert into ${table} (${values.map(([name]) => name).join()}) select ${values.map(([, value]) => value).join()}`
  await withoutIndexes(db, table, async () => {
    for (let first = 1; first <= rows; first += BATCH)
      await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql
          .raw(`${insert} from generate_series(${first}, ${Math.min(rows, first + BATCH - 1)}) as n${from}`)
          .execute(tx)
      })
  })
  await sql.raw(`vacuum analyze ${table}`).execute(db)
}

async function columnsOf(db: Db, table: string) {
  const { rows } = await sql<{ name: string; type: string; needed: boolean }>`
    select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as needed from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    db,
  )
  return rows
}

/** Indexes of a partitioned table stay: they cannot be made apart from it. */
async function withoutIndexes(db: Db, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = indexrelid)
      and (select relkind from pg_class where oid = indrelid) = 'r'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  await fill()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

import { sql } from 'kysely'
import { backupIsRunning } from './backup-lock.ts'
import { type Db, sqlState, type Tx, transaction } from './database.ts'

const DAY_MS = 24 * 3_600_000
/**
 * Do not wait long for a lock on a table that everyone writes to: the next run retries. Long enough to cancel an
 * autovacuum that holds it, which takes Postgres a second.
 */
const LOCK_TIMEOUT_MS = 3_000
const LOCK_NOT_AVAILABLE = '55P03'

export interface Partition {
  /** Its table. */
  name: string
  /** The first day, and the first day after it. */
  from: Date
  to: Date
  /** False: it was detached and is still to be dropped. */
  attached: boolean
}

/**
 * A table partitioned by range over days, all partitions of equal length, named `TABLE_YYYYMMDD` by their first day.
 * `TABLE_default` takes the rows without a partition, so that a write never fails for lack of one.
 */
export interface PartitionedTable {
  table: 'api_log' | 'deliveries'
  /** The column it is partitioned by, a `timestamptz` or `date`. */
  column: 'at' | 'period'
  days: number
}

/** The first day of the period that contains this instant, UTC. Periods are counted from 1970-01-05, a Monday. */
export function periodOf(at: Date, days: number): Date {
  const start = 4 * DAY_MS
  const length = days * DAY_MS
  return new Date(Math.floor((at.getTime() - start) / length) * length + start)
}

/** The existing partitions, oldest first, including detached ones. */
export async function listPartitions(db: Db | Tx, { table, days }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; attached: boolean }>`
    select relname as name, relispartition as attached from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ${`^${table}_[0-9]{8}$`}
    order by relname`.execute(db)
  return rows.map(({ name, attached }) => {
    const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(name)!
    const from = new Date(`${year}-${month}-${day}T00:00:00Z`)
    return { name, attached, from, to: new Date(from.getTime() + days * DAY_MS) }
  })
}

/**
 * Creates the partitions for now and for the periods ahead, and moves their rows from the default partition. Each in
 * its own transaction; while the table is locked, for example by a backup, this is left to the next run.
 */
export async function createPartitions(
  db: Db | Tx,
  partitioned: PartitionedTable,
  { now, ahead }: { now: Date; ahead: number },
): Promise<void> {
  const { table, column, days } = partitioned
  const there = new Set((await listPartitions(db, partitioned)).map(({ name }) => name))
  for (let n = 0; n <= ahead; n++) {
    const from = periodOf(new Date(now.getTime() + n * days * DAY_MS), days)
    const name = `${table}_${day(from).replaceAll('-', '')}`
    if (there.has(name)) continue
    const to = day(new Date(from.getTime() + days * DAY_MS))
    const [partition, parent, fallback] = [sql.table(name), sql.table(table), sql.table(`${table}_default`)]
    const bounds = [utc(column, day(from)), utc(column, to)] as const
    const made = await brief(db, async (tx) => {
      await sql`lock table ${fallback} in access exclusive mode`.execute(tx)
      await sql`create table ${partition} (like ${parent} including all excluding identity)`.execute(tx)
      await sql`with moved as (delete from ${fallback}
          where ${sql.ref(column)} >= ${sql.lit(bounds[0])} and ${sql.ref(column)} < ${sql.lit(bounds[1])} returning *)
        insert into ${partition} select * from moved`.execute(tx)
      await sql`alter table ${parent} attach partition ${partition}
        for values from (${sql.lit(bounds[0])}) to (${sql.lit(bounds[1])})`.execute(tx)
    })
    if (!made) return
  }
}

/**
 * Detaches a partition from its table, or returns false while the table is locked. Its rows are then no longer visible,
 * and deleting them does not cascade.
 */
export async function detachPartition(db: Db | Tx, { table }: PartitionedTable, { name }: Partition): Promise<boolean> {
  return brief(db, async (tx) => {
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(tx)
    const { rows } = await sql<{ key: string }>`
      select conname as key from pg_constraint where contype = 'f' and conrelid = ${name}::regclass`.execute(tx)
    for (const { key } of rows) {
      await sql`alter table ${sql.table(name)} drop constraint ${sql.ref(key)}`.execute(tx)
    }
  })
}

/** Drops a detached partition. */
export async function dropPartition(db: Db | Tx, { name }: Partition): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(db)
}

/** False: the table is locked, for example by a dump, or a backup reads it; nothing was done. */
async function brief(db: Db | Tx, work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  // While this waits for a lock, whoever writes waits behind it.
  if (await backupIsRunning(db)) return false
  try {
    await transaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
      await work(tx)
    })
    return true
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const day = (at: Date) => at.toISOString().slice(0, 10)
/** A bound in the form of the column's type: days begin at midnight UTC. */
const utc = (column: PartitionedTable['column'], date: string) => (column === 'at' ? `${date}T00:00:00Z` : date)

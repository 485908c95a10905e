import pg from 'pg'
import { Client } from '../db/client.ts'
import { BackupError } from './format.ts'

export interface TableColumns {
  name: string
  columns: string[]
}

/** The queue's own tables differ between its versions, so jobs are stored as the arguments they were added with. */
export const JOBS = 'graphile_worker.jobs'
export const JOB_COLUMNS = ['identifier', 'payload', 'queue_name', 'run_at', 'max_attempts', 'priority']

/** Jobs that are still to run, including those a worker has started: tasks may safely run twice. */
export const JOBS_SQL = `
  select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.max_attempts, jobs.priority
  from graphile_worker._private_jobs as jobs
  join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
  where jobs.attempts < jobs.max_attempts or jobs.locked_at is not null
  order by jobs.id`

/** Triggers fill them again from the rows of other tables. */
const DERIVED = ['document_metadata', 'document_words']

/** A session that exchanges values as text that every version of PostgreSQL understands, without timeouts. */
export async function openBackupSession(url: string): Promise<pg.Client> {
  const session = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'countersign backup',
    connectionTimeoutMillis: 10_000,
  })
  // A broken connection fails the running statement or the next one.
  session.on('error', () => {})
  await session.connect()
  await session.query(`
    set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = public; set lock_timeout = 0;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return session
}

/** Our tables with their writable columns, each after the tables it refers to; without those that are derived. */
export async function tablesInOrder(session: pg.Client): Promise<TableColumns[]> {
  const { rows } = await session.query<{ name: string; columns: string[]; needs: string[] }>(
    `select table_.relname as name,
      array(select attname::text from pg_attribute where attrelid = table_.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select distinct target.relname::text from pg_constraint join pg_class as target on target.oid = confrelid
        where contype = 'f' and conrelid = table_.oid and confrelid <> table_.oid) as needs
    from pg_class as table_
    where table_.relnamespace = 'public'::regnamespace and table_.relkind in ('r', 'p')
      -- a partition is a part of its table; one that was detached is about to be dropped
      and not table_.relispartition and table_.relname !~ '_[0-9]{8}$'
      and table_.relname not like 'kysely\\_migration%' and table_.relname <> all ($1)
    order by table_.relname`,
    [DERIVED],
  )
  const ordered: TableColumns[] = []
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, needs }) => !placed.has(name) && needs.every((other) => placed.has(other)))
    if (!next) {
      const left = rows.flatMap(({ name }) => (placed.has(name) ? [] : [name]))
      throw new BackupError(`These tables refer to each other in a cycle: ${left.join(', ')}`)
    }
    placed.add(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

/** The names as an SQL list. */
export const columnList = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

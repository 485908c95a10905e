import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type Clock, inRealTime, type Sandbox } from '../clock.ts'
import { Client } from './client.ts'
import { isOutdated, namedStatements } from './named-statements.ts'
import type { Database } from './schema.ts'
import { MAX_ATTEMPTS, PRIORITY, type TaskName, type Tasks } from './tasks.ts'

/**
 * The database as the domain sees it; `pool`, `url` and `sessions` are for callers that need sessions of their own (locks,
 * jobs, LISTEN, COPY, migrations).
 */
export class Db extends Kysely<Database> {
  readonly pool: pg.Pool
  readonly url: string
  /** The same database through `pool`. */
  readonly sessions: Kysely<Database>
  /** Behind a pooler, each transaction may have another session: limits are set in the transaction. */
  readonly isPooled: boolean

  /** @param pooled the statements and transactions of the domain, where they go through a pooler */
  constructor(pool: pg.Pool, url: string, pooled: pg.Pool | null = null) {
    // Behind a pooler, the next statement may go to a session that does not know the name.
    super({ dialect: new PostgresDialect({ pool: pooled ?? namedStatements(pool) }) })
    this.pool = pool
    this.url = url
    this.isPooled = pooled !== null
    this.sessions =
      pooled === null ? this : new Kysely({ dialect: new PostgresDialect({ pool: namedStatements(pool) }) })
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    if (this.isPooled) await this.sessions.destroy()
    // Kysely leaves a pool open that it has not used itself.
    if (!this.pool.ending) await this.pool.end()
  }
}

export type Tx = Transaction<Database>

export interface DatabaseOptions {
  url: string
  /** A connection that keeps its session, where `url` leads to a pooler. */
  directUrl?: string | null
  /** Connections at most; the worker takes its own from the same pool. */
  max?: number
  /** Called when an idle connection breaks: the pool replaces it, so nothing else is needed. */
  onError?: (error: Error) => void
}

/** Waiting for a row lock ends with 55P03 instead of blocking a request for ever. */
const LOCK_TIMEOUT_MS = 5_000
/** A session whose process hangs inside a transaction loses the transaction and its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** Serialization failure and deadlock: the transaction was rolled back and can be run again. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_RETRIES = 3

/** int8 as number: our values stay below 2^53, and callers expect a `count(*)` to be a number. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections that is no database yet. @param onError called when an idle connection breaks */
export function openPool(
  connectionString: string,
  { onError, ...limits }: pg.PoolConfig & { onError: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString,
    types,
    keepAlive: true,
    application_name: 'countersign',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...limits,
  })
  pool.on('error', onError)
  // A checked-out connection that breaks fails its query; its own 'error' event must not end the process too.
  pool.on('connect', (client) => client.on('error', onError))
  dropEndedSessions(pool)
  return pool
}

/** Opens a pool on `url`; connects lazily. Close it with `db.destroy()`. */
export function createDatabase({ url, directUrl = null, max = 20, onError = () => {} }: DatabaseOptions): Db {
  const open = (to: string, limits: pg.PoolConfig) => openPool(to, { max, onError, ...limits })
  const ofSession = {
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  }
  if (directUrl === null) return new Db(open(url, ofSession), url)
  // PgBouncer refuses such limits when a connection starts.
  return new Db(open(directUrl, ofSession), directUrl, open(url, {}))
}

/** The limits of a session, for one transaction. */
async function limit(tx: Tx): Promise<void> {
  await sql`
    select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_TRANSACTION_TIMEOUT_MS)}, true)
  `.execute(tx)
}

/**
 * Closes a connection that is given back after the server has ended its session. The driver notices that only when the
 * socket closes: until then the pool would hand it out again, and the next statement would fail as well.
 */
function dropEndedSessions(pool: pg.Pool): void {
  const ended = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    if (!(client instanceof Client)) return
    client.connection.on('errorMessage', (error: unknown) => {
      if (isConnectionLoss(error)) ended.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    if (ended.has(client)) void client.end()
  })
}

type AfterCommit = () => void

/** A transaction under way. */
interface Open {
  hooks: AfterCommit[]
  /** Why a part of it failed, so that it can no longer be committed. */
  failure: { error: unknown } | null
}

const openOf = new WeakMap<Tx, Open>()

/**
 * Runs `work` in a READ COMMITTED transaction, and again (at most 3 times) after a deadlock or serialization failure, or
 * if the schema changed under it or the connection broke before the commit was requested: in each case Postgres has
 * rolled back everything. So `work` must have no effect outside the transaction; effects belong in `afterCommit`. A
 * connection lost during the commit is thrown, because the outcome is then unknown.
 *
 * If `db` is a transaction, `work` joins it: it becomes a part of that transaction, which alone commits, retries and
 * runs the hooks. A part that fails makes the whole fail with its error, even if the caller catches it.
 */
export async function transaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db instanceof Db ? outermost(db, work) : join(db, work)
}

async function outermost<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    const open: Open = { hooks: [], failure: null }
    let committing = false
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (tx) => {
          if (db.isPooled) await limit(tx)
          openOf.set(tx, open)
          const done = await work(tx)
          if (open.failure) throw open.failure.error
          committing = true
          return done
        })
      for (const hook of open.hooks) hook()
      return result
    } catch (error) {
      const rolledBack =
        RETRYABLE.has(sqlState(error) ?? '') || isOutdated(error) || (!committing && isConnectionLoss(error))
      if (retry >= MAX_RETRIES || !rolledBack) throw error
      await delay(Math.random() * 20 * 2 ** retry)
    }
  }
}

async function join<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const open = openIn(tx)
  try {
    return await work(tx)
  } catch (error) {
    open.failure ??= { error }
    throw error
  }
}

function openIn(tx: Tx): Open {
  const open = openOf.get(tx)
  if (!open) throw new Error('this needs a transaction opened by transaction()')
  return open
}

/** Runs `hook` once the transaction has committed, never after a rollback. For wake-ups: it must not throw. */
export function afterCommit(tx: Tx, hook: AfterCommit): void {
  openIn(tx).hooks.push(hook)
}

/** The SQLSTATE of a database error, or null when `error` is not one. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** The server ended the session (57P01 to 57P03, class 08), or its socket broke; pg has no code for the latter. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(57P0[123]|08...|ECONNRESET|EPIPE)$/.test(code) ||
    /^(Connection terminated|Client has encountered)/.test(error.message)
  )
}

/** Jobs run in real time, and each in the sandbox that has added it. */
interface JobContext {
  clock: Clock
  sandbox: Sandbox | null
}

/**
 * Adds a job in the caller's transaction: a rollback drops it, a commit keeps it. Tasks read the current state from the
 * tables, so a duplicate job is harmless. Only finished copies have keys: two jobs would be two emails.
 * @param options `runAt`: not before then; default: due immediately, by the injected clock
 * @returns its id
 */
export async function enqueue<N extends TaskName>(
  ctx: JobContext,
  tx: Tx,
  task: N,
  payload: Tasks[N],
  { runAt }: { runAt?: Date } = {},
): Promise<number> {
  const [id] = await enqueueAll(ctx, tx, task, [payload], { ...(runAt && { runAt }) })
  return id!
}

/** The same for several jobs of one task, in one statement. */
export async function enqueueAll<N extends TaskName>(
  ctx: JobContext,
  tx: Tx,
  task: N,
  payloads: Tasks[N][],
  { runAt = ctx.clock.now(), keys = [] }: { runAt?: Date; keys?: string[] } = {},
): Promise<number[]> {
  if (payloads.length === 0) return []
  const jobs = payloads.map((payload, index) => ({ payload, key: keys[index] ?? null }))
  const { rows } = await sql<{ id: number | null }>`
    select ${addJob(ctx, task, sql`job->'payload'`, { runAt, key: sql`job->>'key'` })} as id
    from json_array_elements(${JSON.stringify(jobs)}::json) as job
  `.execute(tx)
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length !== payloads.length) throw new Error(`The job ${task} was not added`)
  return ids
}

/** The same in a statement of the caller's, for each of its rows: the id of the job. */
export function addJob(
  ctx: Pick<JobContext, 'sandbox'>,
  task: TaskName,
  payload: RawBuilder<unknown>,
  { runAt, key = sql`null` }: { runAt: Date; key?: RawBuilder<unknown> },
): RawBuilder<number> {
  const inSandbox = ctx.sandbox && JSON.stringify({ sandbox: ctx.sandbox.workspaceId })
  const tagged = inSandbox === null ? payload : sql`((${payload})::jsonb || ${inSandbox}::jsonb)::json`
  return sql`(graphile_worker.add_job(${task}, ${tagged},
      run_at => ${inRealTime(ctx, runAt)}::timestamptz, max_attempts => ${MAX_ATTEMPTS[task]}::integer,
      priority => ${PRIORITY[task]}::integer, job_key => ${key})).id`
}

/** Takes back a job that has nothing to do any more, unless it is running, in a statement of the caller's. */
export function takeBack(jobId: number): RawBuilder<number> {
  return sql`(select count(*) from graphile_worker.complete_jobs(array[${jobId}::bigint]))`
}

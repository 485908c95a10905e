import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { Db, openPool, sqlState, type Tx } from './database.ts'
import type { Database } from './schema.ts'

/** A streaming replica, which answers lists in place of the primary. */
export interface Replica {
  /** The answer of the replica, or that of the primary while the replica cannot be used. */
  list<T>(primary: Db, read: (db: Db | Tx) => Promise<T>): Promise<T>
  /** Why it cannot be used at the moment; null: it can. */
  problem(primary: Db): Promise<string | null>
  close(): Promise<void>
}

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 1_000
/** Longer than a search may take. */
const QUERY_TIMEOUT_MS = 2_000
/** Between looks at how far it is: a list waits a quarter of a second for the replica to catch up. */
const WAITS_MS = [2, 4, 8, 16, 32, 64, 128]
/** So that not every list waits for a replica that is away. */
const RETRY_AFTER_MS = 5_000

/**
 * - `failed`: it cannot be reached, or a statement failed.
 * - `behind`: it did not catch up in time.
 * - `foreign`: it is no replica of this database, or not known to follow its present primary.
 */
type Reason = 'failed' | 'behind' | 'foreign'

const WORDS: Record<Reason, string> = {
  failed: 'it cannot be reached, or a statement failed',
  behind: 'it is behind the primary',
  foreign: 'it is no replica of this database, or has not made a restart point since the last failover',
}

class Unusable extends Error {
  readonly reason: Reason

  constructor(reason: Reason, options?: ErrorOptions) {
    super(WORDS[reason], options)
    this.reason = reason
  }
}

/** Answers a list from the replica of the settings; from `ctx.db` if there is none, or if it is part of a transaction. */
export function listing<T>(
  { db, replica }: { db: Db | Tx; replica: Replica | null },
  read: (db: Db | Tx) => Promise<T>,
): Promise<T> {
  return replica && db instanceof Db ? replica.list(db, read) : read(db)
}

/** Connects lazily. */
export function openReplica(url: string, parts: { clock: Clock; log: Logger; metrics: Metrics }): Replica {
  const { clock, log, metrics } = parts
  const pool = openPool(url, {
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    onError: (error) => log.warn({ err: error }, 'lost a connection to the replica'),
  })
  const replica = new Kysely<Database>({ dialect: new PostgresDialect({ pool: dropping(pool) }) })
  let unusable: { reason: Reason; until: number } | null = null

  /** On one connection, because the URL may lead to several replicas. */
  async function onReplica<T>(primary: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
    const position = await positionOf(primary)
    return replica.transaction().execute(async (tx) => {
      await caughtUp(tx, position)
      return read(tx)
    })
  }

  return {
    async list(primary, read) {
      if (unusable === null || clock.now().getTime() >= unusable.until) {
        try {
          const result = await onReplica(primary, read)
          if (unusable) log.info('the replica answers lists again')
          unusable = null
          metrics.replicaLists.inc({ outcome: 'replica' })
          return result
        } catch (error) {
          if (!(error instanceof Unusable)) throw error
          const { reason, cause } = error
          if (!unusable) log.warn({ err: cause, reason }, 'the primary answers lists: the replica cannot be used')
          unusable = { reason, until: clock.now().getTime() + RETRY_AFTER_MS }
        }
      }
      metrics.replicaLists.inc({ outcome: unusable.reason })
      return read(primary)
    },

    async problem(primary) {
      try {
        await onReplica(primary, async () => {})
        return null
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        const { message, cause } = error
        return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
      }
    },

    close: () => replica.destroy(),
  }
}

/** Up to where everything is committed, and where. */
interface Position {
  lsn: string
  timeline: number
  system: string
  database: string
}

/**
 * Whatever was committed before this call is before the position: a commit is flushed before anybody sees it. So a caller
 * reads what it has written, through whichever process, and an idle primary is never ahead.
 */
async function positionOf(primary: Db): Promise<Position> {
  const asked = sql<Position>`
    select pg_current_wal_flush_lsn()::text as lsn,
      ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::integer as timeline,
      system_identifier::text as system, (select oid::text from pg_database where datname = current_database()) as database
    from pg_control_system()`
  const { rows } = await asked.execute(primary).catch((cause: unknown) => {
    throw new Unusable('failed', { cause })
  })
  return rows[0]!
}

/**
 * Waits until this replica has everything up to there.
 *
 * After a failover a replica may have more than the new primary had, and be ahead of it with other rows. Its control file
 * names the new timeline from its first restart point on, some minutes later; until then it is not asked.
 */
async function caughtUp(tx: Tx, { lsn, timeline, system, database }: Position): Promise<void> {
  for (const wait of [...WAITS_MS, null]) {
    const { rows } = await sql<{ follows: boolean; isThere: boolean | null }>`
      select pg_is_in_recovery() and timeline_id = ${timeline}::integer and system_identifier = ${system}::bigint
          and exists (select from pg_database where datname = current_database() and oid = ${database}::oid) as follows,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "isThere"
      from pg_control_checkpoint(), pg_control_system()`.execute(tx)
    const { follows, isThere } = rows[0]!
    if (!follows) throw new Unusable('foreign')
    if (isThere) return
    if (wait !== null) await delay(wait)
  }
  throw new Unusable('behind')
}

/**
 * A pool whose failures are those of the replica, except that a search took too long. A connection that gave no answer is
 * closed at once, so that nobody else waits for it.
 */
function dropping(pool: pg.Pool): PostgresPool {
  const unusable = (cause: unknown) => new Unusable('failed', { cause })
  return {
    async connect() {
      const client = await pool.connect().catch((cause: unknown) => {
        throw unusable(cause)
      })
      let broken: Unusable | undefined
      const session = {
        async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
          if (broken) throw broken
          try {
            return await client.query(text, [...parameters])
          } catch (error) {
            if (sqlState(error) === QUERY_CANCELED) throw error
            const failure = unusable(error)
            if (sqlState(error) === null) broken = failure
            throw failure
          }
        },
        release: () => client.release(broken),
      }
      // Kysely's type also allows cursors, which nothing here reads by.
      return session as unknown as Awaited<ReturnType<PostgresPool['connect']>>
    },
    end: () => pool.end(),
  }
}

const QUERY_CANCELED = '57014'

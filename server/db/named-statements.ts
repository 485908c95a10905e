import { hash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** Lists of any length make texts without end: a session that knows this many statements is replaced. */
const MAX_STATEMENTS = 300

/**
 * Tables that grow from nothing to thousands of rows between two looks of autovacuum: a plan that was kept from before
 * would read all of them for each row that it needs. Statements about them are planned on every call.
 */
const SWELLING = /\b(delivery_queue|deliveries|bulk_rows)\b/

/** How Postgres refuses a statement that it parsed before the schema changed, or no longer has. */
const OUTDATED = /^(0A000|26000|42...)$/

const outdated = new WeakSet<Error>()

/** Whether a transaction failed because Postgres had parsed a statement before the schema changed. */
export const isOutdated = (error: unknown): boolean => error instanceof Error && outdated.has(error)

/**
 * A pool for Kysely that sends statements with parameters by name, so that Postgres parses and plans each once a
 * session. Its connections must keep their sessions.
 *
 * If another process changes the schema meanwhile, Postgres refuses statements that it knows from before. Then all get
 * new names, and sessions with old ones are replaced. The refused statement is sent again; within a transaction, which
 * has failed by then, `isOutdated` is true of its error.
 */
export function namedStatements(pool: pg.Pool): PostgresPool {
  const schema = { version: 0 }
  const sessions = new WeakMap<pg.PoolClient, NamingSession>()
  return {
    async connect() {
      const client = await pool.connect()
      const session = sessions.get(client) ?? new NamingSession(client, schema)
      sessions.set(client, session)
      // Kysely's type also allows cursors, which nothing here reads by.
      return session as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

class NamingSession {
  readonly #client: pg.PoolClient
  /** Of all sessions: a part of every name. */
  readonly #schema: { version: number }
  readonly #startedWith: number
  readonly #known = new Set<string>()

  constructor(client: pg.PoolClient, schema: { version: number }) {
    this.#client = client
    this.#schema = schema
    this.#startedWith = schema.version
  }

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const values = [...parameters]
    // Without parameters, a text may be several statements, which cannot have a name.
    if (values.length === 0 || SWELLING.test(text)) return this.#client.query(text, values)
    const { version } = this.#schema
    const name = `${version}_${hash('sha256', text, 'base64url')}`
    const isKnown = this.#known.has(name)
    this.#known.add(name)
    const isInTransaction = this.#client.getTransactionStatus() !== 'I'
    try {
      return await this.#client.query({ name, text, values })
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !OUTDATED.test(error.code ?? '')) throw error
      if (!isKnown) {
        this.#known.delete(name)
        throw error
      }
      if (version === this.#schema.version) this.#schema.version++
      if (!isInTransaction) return this.query(text, parameters)
      outdated.add(error)
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#startedWith !== this.#schema.version || this.#known.size >= MAX_STATEMENTS)
  }
}

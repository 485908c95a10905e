import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { newMasterKey } from '../../server/config.ts'
import type { Db } from '../../server/db/database.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { TestKey } from './call.ts'
import { testDatabase } from './database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const ctx = { clock: systemClock }

/** A server in a process of its own, over a database that outlives it, to be killed and started again. */
export interface Killable {
  db: Db
  /** The process that runs now. */
  server(): ServerProcess
  /** A key of the one workspace; another each time, so that no rate limit is met. */
  key(): Promise<TestKey>
  /** SIGKILL once `when` is over, while `call` runs; then another process is started. */
  killDuring(call: () => Promise<unknown>, when: () => Promise<unknown>): Promise<void>
  /** SIGKILL while `call` waits to write to a table, with everything before that in its open transaction. */
  killAtTable(call: () => Promise<unknown>, table: string): Promise<void>
  /** Whether every mail is out: no job is left that would send one. */
  mailsAreOut(): Promise<void>
  stop(): Promise<void>
}

export async function startKillable(): Promise<Killable> {
  const database = await testDatabase()
  const { db } = database
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-kill-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: newMasterKey() }
  const { id: workspaceId } = await db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Kill' }))
  const rights = { workspaceId, name: 'Test', scope: 'full' as const, allowIps: [], embedOrigins: [] }
  let server = await startServerProcess(settings)

  const kill = async (call: () => Promise<unknown>, when: () => Promise<unknown>) => {
    const broken = call().catch(() => null)
    await when()
    await server.kill()
    await broken
  }
  const restart = async () => {
    // Its jobs are free with its end, and not only hours later.
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(db)
    server = await startServerProcess(settings)
  }
  return {
    db,
    server: () => server,
    key: async () => ({ ...(await createKey(ctx, db, rights)), workspaceId }),
    killDuring: async (call, when) => {
      await kill(call, when)
      await restart()
    },
    killAtTable: async (call, table) => {
      await db.transaction().execute(async (tx) => {
        await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
        await kill(call, () => writeIsAwaited(db, table))
      })
      await restart()
    },
    mailsAreOut: async () => {
      const jobs = sql<{ n: number }>`
        select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send-email'`
      await expect.poll(async () => (await jobs.execute(db)).rows[0]!.n, { interval: 200 }).toBe(0)
    },
    stop: async () => {
      await server.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Until a session waits for the lock that lets it write to a table. */
async function writeIsAwaited(db: Db, table: string): Promise<void> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where relation = ${table}::regclass and mode = 'RowExclusiveLock' and not granted`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]!.n).toBeGreaterThan(0)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newMasterKey } from '../../server/config.ts'
import { createDatabase, transaction } from '../../server/db/database.ts'
import { runCli } from '../support/cli.ts'
import { bareDatabaseUrl, testDatabaseUrl } from '../support/database.ts'
import { Signer } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { startServer } from '../support/server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { tool } from '../support/tools.ts'

const pgbouncer = tool('pgbouncer')
/** What an operator lists so that PgBouncer takes the limits that a connection starts with. */
const LIMITS = ['lock_timeout', 'idle_in_transaction_session_timeout']

async function settings(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder, MASTER_KEY: newMasterKey() }
}

test.skipIf(!pgbouncer)(
  'a server behind PgBouncer migrates and starts with a direct connection beside it',
  async () => {
    const direct = await bareDatabaseUrl()
    const pooled = await startPgBouncer(pgbouncer!, direct)
    const server = await startServerProcess({
      ...(await settings()),
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: direct,
    })
    try {
      expect((await server.fetch('/health/ready')).status).toBe(200)
    } finally {
      await server.stop()
    }
  },
)

test.skipIf(!pgbouncer)('a document is sent, signed, sealed and read through it', async () => {
  const direct = await testDatabaseUrl()
  const db = createDatabase({ url: await startPgBouncer(pgbouncer!, direct), directUrl: direct })
  const server = await startServer({ overrides: { db } })
  try {
    const { key } = await server.key()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(makePdf())], 'lease.pdf', { type: 'application/pdf' }))
    form.set('signers', JSON.stringify([{ email: 'ada@example.com', name: 'Ada Lovelace' }]))
    const headers = { Authorization: `Bearer ${key}` }
    const sent = await server.fetch('/v1/signing-requests', { method: 'POST', headers, body: form })
    const { documentId, signers } = (await sent.json()) as { documentId: string; signers: { signingUrl: string }[] }
    const signer = new Signer(server, signers[0]!.signingUrl)
    await signer.view()
    expect((await signer.sign()).status).toBe(200)
    await server.work()
    expect((await server.fetch(`/v1/documents/${documentId}/signed`, { headers })).status).toBe(200)
  } finally {
    await server.stop()
    await db.destroy()
  }
})

test.skipIf(!pgbouncer)('each transaction has its limits, and leaves none behind', async () => {
  const direct = await testDatabaseUrl()
  const db = createDatabase({ url: await startPgBouncer(pgbouncer!, direct), directUrl: direct })
  const limits = sql<{ lock: string; idle: string }>`
    select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle
  `
  const within = await transaction(db, async (tx) => (await limits.execute(tx)).rows[0])
  expect(within).toEqual({ lock: '5s', idle: '1min' })
  expect((await limits.execute(db)).rows[0]).toEqual({ lock: '0', idle: '0' })
  const ofSession = (await limits.execute(db.sessions)).rows[0]
  expect(ofSession).toEqual(within)
  await db.destroy()
})

test.skipIf(!pgbouncer).each([[[]], [LIMITS]])(
  'without it the start is refused (PgBouncer ignores %j)',
  async (ignored) => {
    const pooled = await startPgBouncer(pgbouncer!, await bareDatabaseUrl(), ignored)
    const { code, stderr, stdout } = await runCli(['start'], { ...(await settings()), DATABASE_URL: pooled })
    expect(code).not.toBe(0)
    expect(stderr + stdout).toContain('set DATABASE_DIRECT_URL to a connection past it')
  },
)

test.skipIf(!pgbouncer)('nor may the direct connection lead to the pool', async () => {
  const pooled = await startPgBouncer(pgbouncer!, await bareDatabaseUrl(), LIMITS)
  const urls = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled }
  const { code, stderr, stdout } = await runCli(['start'], { ...(await settings()), ...urls })
  expect(code).not.toBe(0)
  expect(stderr + stdout).toContain('DATABASE_DIRECT_URL leads to a pool by transaction too')
})

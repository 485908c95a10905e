import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createDatabase, type Db, type Tx, transaction } from '../../server/db/database.ts'
import { testDatabaseUrl } from '../support/database.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
/** A session of another process, which migrates. */
let other: pg.Client

beforeAll(async () => {
  server = await startServer()
  other = new pg.Client({ connectionString: server.ctx.db.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await server.stop()
})

/** A database whose statements all go through one session at a time. */
async function singleSession(): Promise<Db> {
  const db = createDatabase({ url: await testDatabaseUrl(), max: 1 })
  onTestFinished(() => db.destroy())
  await sql`create table notes (id integer, words text)`.execute(db)
  return db
}

const insert = (db: Db) => sql`insert into notes values (${1}, ${'words'})`.execute(db)
const namedIn = async (db: Db) =>
  (await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(db)).rows[0]!.n

it('parses a statement once a session', async () => {
  const db = await singleSession()
  for (let i = 0; i < 3; i++) await insert(db)
  const parsed = sql<{ n: number }>`select generic_plans + custom_plans as n from pg_prepared_statements
    where statement like 'insert into notes%'`
  expect((await parsed.execute(db)).rows).toEqual([{ n: 3 }])
})

it('keeps a bounded number of them, however many lists of other lengths there are', async () => {
  const db = await singleSession()
  for (let length = 1; length <= 320; length++)
    await sql`select ${sql.join(Array.from({ length }, () => 1))}`.execute(db)
  expect(await namedIn(db)).toBeLessThan(25)
  expect(await namedIn(db)).toBeGreaterThan(0)
})

it('runs a transaction again when a statement that it repeats was parsed for an older schema', async () => {
  const db = await singleSession()
  const read = (from: Db | Tx) => sql`select * from notes where id = ${1}`.execute(from)
  await insert(db)
  await read(db)
  await sql`alter table notes add column more integer`.execute(db)
  let runs = 0
  const { rows } = await transaction(db, (tx) => {
    runs++
    return read(tx)
  })
  expect([runs, rows]).toEqual([2, [{ id: 1, words: 'words', more: null }]])
})

it('answers every call while another process changes the tables that they read', async () => {
  const changes = ['documents', 'signing_requests', 'document_revisions', 'workspaces', 'api_keys'].flatMap((table) => [
    `alter table ${table} add column later text`,
    `alter table ${table} alter column later type varchar(9)`,
    `alter table ${table} drop column later`,
  ])
  let isChanging = true
  async function life(): Promise<number> {
    let lives = 0
    do {
      const key = await server.key()
      const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
      const signer = new Signer(server, signers[0]!.signingUrl)
      expect((await signer.view()).status).toBe(200)
      expect((await signer.sign()).status).toBe(200)
      // Another life may be sealing it. What fails is not tried again: the clock stands still.
      const status = async () => {
        await server.work()
        return (await readDocument(server, key, documentId)).status
      }
      await expect.poll(status, { interval: 200, timeout: 10_000 }).toBe('signed')
      lives++
    } while (isChanging)
    return lives
  }
  async function migrate(): Promise<void> {
    for (const change of changes) {
      // After two more calls at least, which know the statements as they are now.
      await server.call(await server.key(), 'GET', '/v1/me')
      await send(server, await server.key(), { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
      await other.query(change)
    }
    isChanging = false
  }
  const [, ...lives] = await Promise.all([migrate(), life(), life(), life()])
  expect(Math.min(...lives)).toBeGreaterThan(2)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
test('x', async () => {
  const r = await sql`select count(*) as n, now() as t from workspaces`.execute(database.db)
  expect(r.rows[0]).toMatchObject({ n: 0 })
})

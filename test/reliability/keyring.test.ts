import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyringError, loadKeyring, rotateMasterKey } from '../../server/keyring.ts'
import { testClock } from '../support/clock.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let master = randomBytes(32)
const clock = testClock()
const message = Buffer.from('request ‖ version')

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('processes that start at the same time agree on the keys', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => loadKeyring(database.db, master, clock)))
  const macs = keyrings.map((keyring) => keyring.mac('link', 'current', message).mac.toString('hex'))
  expect(new Set(macs).size).toBe(1)
  const sealed = keyrings[0]!.encrypt('secret', Buffer.from('whsec_1'))
  expect(keyrings.map((keyring) => keyring.decrypt('secret', sealed).toString())).toEqual(Array(8).fill('whsec_1'))
})

test('a ciphertext differs each time, and refused when changed or used for another purpose', async () => {
  const keyring = await loadKeyring(database.db, master, clock)
  const plain = Buffer.from('whsec_2')
  const sealed = keyring.encrypt('secret', plain)
  expect(keyring.encrypt('secret', plain)).not.toEqual(sealed)
  expect(sealed.includes(plain)).toBe(false)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => keyring.decrypt('secret', changed)).toThrow(KeyringError)
  }
  expect(() => keyring.decrypt('answer', sealed)).toThrow(KeyringError)
  expect(() => keyring.decrypt('secret', Buffer.alloc(3))).toThrow(KeyringError)
})

test('a new master key breaks no link and no secret, and the old key no longer decrypts anything', async () => {
  const before = await loadKeyring(database.db, master, clock)
  const link = before.mac('link', 'current', message)
  const sealed = before.encrypt('secret', Buffer.from('whsec_3'))
  const next = randomBytes(32)
  await rotateMasterKey(database.db, master, next)
  await expect(loadKeyring(database.db, master, clock)).rejects.toThrow(/MASTER_KEY is not the one/)

  master = next
  const after = await loadKeyring(database.db, master, clock)
  expect(after.mac('link', link.version, message)).toEqual(link)
  expect(after.decrypt('secret', sealed).toString()).toBe('whsec_3')
  expect(before.decrypt('secret', after.encrypt('secret', Buffer.from('whsec_4'))).toString()).toBe('whsec_4')
})

test('rotating from a wrong master key changes nothing', async () => {
  await expect(rotateMasterKey(database.db, randomBytes(32), randomBytes(32))).rejects.toThrow(KeyringError)
  await loadKeyring(database.db, master, clock)
})

test('the database holds no key in the clear', async () => {
  const rows = await database.db.selectFrom('keyring').selectAll().execute()
  expect(rows.map((row) => row.purpose).sort()).toEqual(['answer', 'code', 'link', 'secret'])
  for (const row of rows) {
    expect(row.wrapped.length).toBe(12 + 16 + 32)
    expect(row.wrapped.includes(master)).toBe(false)
  }
})

test('one wrapped key cannot replace another', async () => {
  const other = await testDatabase()
  await loadKeyring(other.db, master, clock)
  const { wrapped } = await other.db
    .selectFrom('keyring')
    .select('wrapped')
    .where('purpose', '=', 'secret')
    .executeTakeFirstOrThrow()
  await other.db.updateTable('keyring').set({ wrapped }).where('purpose', '=', 'link').execute()
  await expect(loadKeyring(other.db, master, clock)).rejects.toThrow(KeyringError)
  await other.close()
})

test('a link of a deleted key version is an error, not another link', async () => {
  const keyring = await loadKeyring(database.db, master, clock)
  expect(() => keyring.mac('link', 2, message)).toThrow(/no link key of version 2/)
})

import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Manifest, readManifest, writeManifest } from '../../server/backup/format.ts'
import { checkBackup, restore } from '../../server/backup/restore.ts'
import { backup } from '../../server/backup/write.ts'
import { newMasterKey } from '../../server/config.ts'
import { createDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { listDocuments } from '../../server/domain/documents/list.ts'
import { sendDraft } from '../../server/domain/drafts/send.ts'
import { openStorage } from '../../server/storage/index.ts'
import { ended, runCli, startCli, useCommands } from '../support/cli.ts'
import { testClock } from '../support/clock.ts'
import { bareDatabaseUrl } from '../support/database.ts'
import { draftFor } from '../support/drafts.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type S3StandIn, startS3 } from '../support/s3.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, lockedTemplate } from '../support/templates.ts'

const DAY_MS = 86_400_000
const ADA = { email: 'ada@example.com', name: 'Ada' }
const BOB = { email: 'bob@example.com', name: 'Bob' }

let folder: string
let s3: S3StandIn
let server: TestServer
let receiver: Receiver
let keys: { eu: TestKey; us: TestKey }
/** The backup that was made under load, and the state when its snapshot was taken. */
let dir: string
let ca: string
/** Neither is a document yet, and both have files. */
let templateId: string
let draft: { id: string; revision: number }
let olga: UserActor
const documents = {} as Record<'retired' | 'sealed' | 'remote' | 'half' | 'unsealed' | 'gone', Created>

const run = useCommands()
const settings = (): Record<string, string> => ({
  DATABASE_URL: server.ctx.db.url,
  DATA_DIR: server.ctx.config.dataDir,
  MASTER_KEY: server.ctx.config.masterKey!.toString('hex'),
  STORAGE_EU_URL: server.ctx.config.storage.eu,
  STORAGE_CH_URL: server.ctx.config.storage.ch,
  STORAGE_US_URL: server.ctx.config.storage.us,
})

/** Settings of a new machine that has only the old MASTER_KEY. */
async function elsewhere(): Promise<Record<string, string>> {
  const DATA_DIR = await mkdtemp(join(folder, 'elsewhere-'))
  return { DATABASE_URL: await bareDatabaseUrl(), DATA_DIR, MASTER_KEY: settings().MASTER_KEY! }
}

const sign = async (created: Created, signer = 0) =>
  expect((await new Signer(server, created.signers[signer]!.signingUrl).sign()).status).toBe(200)

async function complete(key: TestKey): Promise<Created> {
  const created = await send(server, key, { signers: [ADA] })
  await sign(created)
  await server.work()
  return created
}

const fileOf = async (at: TestServer, key: TestKey, { documentId }: Created) => {
  const { status, body } = await at.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)
  return { status, body }
}

const trailOf = async (at: TestServer, key: TestKey, { documentId }: Created) => {
  const { status, body } = await at.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/audit-trail`)
  return { status, body }
}

/** Starts a backup that takes its snapshot and then waits halfway through the tables until `goOn`. */
async function backupHalfWay(into: string) {
  const blocker = new pg.Client({ connectionString: server.ctx.db.url })
  await blocker.connect()
  await blocker.query('begin; lock table sms_usage in access exclusive mode')
  const process = startCli(['backup', into], settings())
  const waiting = sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'sms_usage'::regclass and not granted`
  await vi.waitFor(async () => expect((await waiting.execute(server.ctx.db)).rows).toHaveLength(1), {
    timeout: 300_000,
  })
  return { process, goOn: () => blocker.end() }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-backup-'))
  s3 = await startS3()
  const clock = testClock(new Date(Date.now() - 10 * DAY_MS))
  const store = (region: string) => `file:${join(folder, 'blobs', region)}`
  const storage = { eu: store('eu'), ch: store('ch'), us: s3.url }
  server = await startServer({ clock, config: { storage } })
  receiver = await startReceiver({ clock })
  const eu = await server.workspace({ name: 'Europe', region: 'eu', retention_days: 2 })
  const us = await server.workspace({ name: 'America', region: 'us' })
  keys = {
    eu: await server.key({ workspaceId: eu.id }),
    us: await server.key({ workspaceId: us.id }),
  }
  ca = join(folder, 'ca.pem')
  await writeFile(ca, await (await server.fetch('/pki/ca.pem')).text())

  documents.gone = await complete(keys.eu)
  clock.advance(2 * DAY_MS)
  await server.run('prune', {})
  documents.retired = await complete(keys.eu)
  clock.advance(DAY_MS)
  documents.sealed = await complete(keys.eu)
  documents.remote = await complete(keys.us)
  // From here on it is sealed and stored.
  await trailOf(server, keys.eu, documents.sealed)
  await trailOf(server, keys.us, documents.remote)
  documents.half = await send(server, keys.eu, { signers: [ADA, BOB], metadata: { order: 7731 } })
  await sign(documents.half)
  await server.work()
  documents.unsealed = await send(server, keys.eu, { signers: [ADA], callback_url: receiver.url })
  receiver.secrets.set('*', documents.unsealed.callback!.secret)
  await sign(documents.unsealed)

  templateId = (await lockedTemplate(server, keys.eu)).id
  olga = await personOf(server, eu)
  draft = await draftFor(server, olga, [{ ...ADA, role: 'tenant' }])

  dir = join(folder, 'backup')
  const { process, goOn } = await backupHalfWay(dir)
  // All of this happens after the snapshot: retention, a signature, seals, a send.
  clock.advance(DAY_MS)
  await server.run('prune', {})
  expect((await fileOf(server, keys.eu, documents.retired)).status).toBe(410)
  await sign(documents.half, 1)
  await server.work()
  let loaded = 0
  let over = false
  const load = (async () => {
    while (!over || loaded < 3) {
      clock.advance(61_000)
      await complete(loaded % 2 === 0 ? keys.eu : keys.us)
      loaded += 1
    }
  })()
  await goOn()
  const { code, stdout, stderr } = await ended(process)
  over = true
  await load
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('contains a complete backup')
  expect(stderr).toMatch(/^documents: 6 rows$/m)
  expect(stderr).toMatch(/^files: \d+ of about \d+ \(\d+\.\d MB\)$/m)
})
afterAll(async () => {
  await receiver?.close()
  await server?.stop()
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup made under load', () => {
  it('is restored into an empty place, every document verified, and continues where it was', async () => {
    const target = await elsewhere()
    const restored = await run(['restore', dir, '--verify', '--root', ca], target)
    expect({ code: restored.code, stderr: restored.code === 0 ? '' : restored.stderr }).toEqual({ code: 0, stderr: '' })
    expect(restored.stdout).toContain(
      'Verified 6 documents: 3 sealed, 2 not sealed, 1 with files deleted by retention; 0 with problems.',
    )

    const db = createDatabase({ url: target.DATABASE_URL! })
    const region = (name: string) => `file:${join(target.DATA_DIR!, 'blobs', name)}`
    const again = await startServer({
      clock: server.clock,
      config: {
        masterKey: Buffer.from(target.MASTER_KEY!, 'hex'),
        storage: { eu: region('eu'), ch: region('ch'), us: region('us') },
      },
      overrides: { db },
    })
    try {
      // The snapshot, not what happened after it: the file that retention has deleted since is there.
      expect((await fileOf(again, keys.eu, documents.retired)).status).toBe(200)
      expect((await fileOf(again, keys.eu, documents.gone)).status).toBe(410)
      for (const [key, one] of [
        [keys.eu, documents.sealed],
        [keys.us, documents.remote],
      ] as const) {
        expect(await fileOf(again, key, one)).toEqual(await fileOf(server, key, one))
        expect(await trailOf(again, key, one)).toEqual(await trailOf(server, key, one))
      }
      const [ada, bob] = (await readDocument(again, keys.eu, documents.half.documentId)).signers
      expect([ada!.status, bob!.status]).toEqual(['signed', 'pending'])
      expect((await readDocument(again, keys.eu, documents.unsealed.documentId)).status).toBe('pending')

      // What a backup leaves out, because it is derived.
      const { rows: analysed } = await query(
        target.DATABASE_URL!,
        `select relname from pg_stat_user_tables
        where relname in ('documents', 'document_words') and last_analyze is not null order by relname`,
      )
      expect(analysed).toEqual([{ relname: 'document_words' }, { relname: 'documents' }])
      const all = { tab: null, source: null, folder: null, since: null, older: false, from: null }
      for (const search of ['lease bob', 'order:7731']) {
        const found = await listDocuments(again.ctx, olga, { ...all, search })
        const ids = found.kind === 'list' ? found.list.rows.map(({ document }) => document.id) : found.kind
        expect(ids).toEqual([documents.half.documentId])
      }

      // What no document was made of yet is there with its files.
      expect((await instantiate(again, keys.eu, templateId)).status).toBe(201)
      expect(await sendDraft(again.ctx, olga, draft.id, draft.revision)).toHaveLength(1)

      // Pending jobs run, earlier links work, new rows get free ids, webhooks have their secret.
      const before = receiver.deliveries.length
      const page = new Signer(again, documents.half.signers[1]!.signingUrl)
      expect((await page.sign()).status).toBe(200)
      again.clock.advance(61_000)
      await again.work()
      for (const { documentId } of [documents.half, documents.unsealed]) {
        expect((await readDocument(again, keys.eu, documentId)).status).toBe('signed')
      }
      const events = receiver.deliveries.slice(before).map(({ event }) => event.event)
      expect(events).toEqual(expect.arrayContaining(['signing_request.signed', 'document.completed']))
      await again.run('prune', {})
      expect((await fileOf(again, keys.eu, documents.retired)).status).toBe(410)
    } finally {
      await again.stop()
      await db.destroy()
    }
  })

  it('lets the files that retention kept for it be deleted as soon as it ends', async () => {
    const prefix = `${keys.eu.workspaceId}/${documents.retired.documentId}/`
    const left = async () => {
      const found: string[] = []
      for await (const { key } of server.ctx.storage.region('eu').list(prefix)) found.push(key)
      return found.length
    }
    await server.run('prune', {})
    expect(await left()).toBe(0)
  })

  it('contains no secret in clear text', async () => {
    const masterKey = server.ctx.config.masterKey!
    const secrets: (string | Buffer)[] = [masterKey, masterKey.toString('hex'), masterKey.toString('base64')]
    secrets.push(keys.eu.key, documents.unsealed.callback!.secret)
    secrets.push(documents.half.signers[1]!.signingUrl.split('/').at(-1)!)
    for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
      // The mailbox of a development server holds what signers were sent, links included.
      if (!entry.isFile() || entry.name === 'outbox.copy') continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const secret of secrets) expect(bytes.includes(secret), entry.name).toBe(false)
    }
  })
})

describe('a restore refuses, and changes nothing', () => {
  let empty: Awaited<ReturnType<typeof opened>>
  beforeAll(async () => {
    empty = await opened(await elsewhere())
  })
  afterAll(() => empty.close())

  async function copied(change: (copy: string) => Promise<unknown>): Promise<string> {
    const copy = await mkdtemp(join(folder, 'copy-'))
    await cp(dir, copy, { recursive: true })
    await change(copy)
    return copy
  }
  const flip = async (path: string) => {
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
  }
  const firstBlob = async (copy: string) => {
    const blobs = await readdir(join(copy, 'blobs'), { recursive: true, withFileTypes: true })
    const file = blobs.filter((entry) => entry.isFile()).at(-1)!
    return join(file.parentPath, file.name)
  }
  const tablesOf = async (url: string) =>
    (await query(url, `select from information_schema.tables where table_schema = 'public'`)).rows

  it.each<[string, (copy: string) => Promise<unknown>, RegExp]>([
    [
      'a flipped bit in a table',
      (copy) => flip(join(copy, 'tables/documents.copy')),
      /altered: tables\/documents\.copy/,
    ],
    [
      'a flipped bit in the jobs',
      (copy) => flip(join(copy, 'tables/graphile_worker.jobs.copy')),
      /altered: tables\/graph/,
    ],
    ['a flipped bit in the list of files', (copy) => flip(join(copy, 'blobs.jsonl')), /altered: blobs\.jsonl/],
    [
      'a changed manifest',
      async (copy) => {
        const path = join(copy, 'manifest.json')
        await writeFile(path, (await readFile(path, 'utf8')).replace(/"rows": \d+/, '"rows": 0'))
      },
      /altered: manifest\.json/,
    ],
    [
      'a manifest cut short',
      (copy) => truncate(join(copy, 'manifest.json'), 100),
      /altered: manifest\.json is not JSON/,
    ],
    [
      'a file cut short',
      async (copy) => truncate(await firstBlob(copy), 10),
      /altered: blobs\/.* has 10 bytes instead of/,
    ],
    ['a missing file', async (copy) => rm(await firstBlob(copy)), /not complete: blobs\/.* is missing/],
    [
      'a backup without its end',
      (copy) => rm(join(copy, 'manifest.json')),
      /complete backup: manifest\.json is missing/,
    ],
    [
      'a backup of a newer Countersign',
      (copy) => rewrite(copy, (manifest) => manifest.migrations.push('9999_future')),
      /newer Countersign, with 9999_future/,
    ],
  ])('%s', async (_, change, reason) => {
    const copy = await copied(change)
    await expect(restoreInto(empty, copy)).rejects.toThrow(reason)
    expect(await tablesOf(empty.db.url)).toEqual([])
  })

  it('a flipped bit in a document, by name and without a stack', async () => {
    const copy = await copied(async (there) => flip(await firstBlob(there)))
    const target = await elsewhere()
    const { code, stdout, stderr } = await run(['restore', copy, '--verify'], target)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^The backup was altered: blobs\/\w\w\/[0-9a-f/-]+ has a different SHA-256$/m)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(await tablesOf(target.DATABASE_URL!)).toEqual([])
  })

  it('a different MASTER_KEY, and none', async () => {
    const other = checkBackup(dir, Buffer.from(newMasterKey(), 'hex'), () => {})
    await expect(other).rejects.toThrow(/needs the MASTER_KEY with the id [0-9a-f]{16}/)
    const none = await run(['restore', dir], { ...(await elsewhere()), MASTER_KEY: '' })
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('MASTER_KEY: not set')])
  })

  it('a database or a store that is not empty', async () => {
    const used = await elsewhere()
    const target = await opened(used)
    await migrate(target.db)
    await sql`insert into job_failures (task, payload, error, failed_at) values ('x', '{}', 'x', now())`.execute(
      target.db,
    )
    await expect(restoreInto(target, dir)).rejects.toThrow('job_failures has rows')
    await sql`delete from job_failures`.execute(target.db)
    const files = join(used.DATA_DIR!, 'blobs/eu', keys.eu.workspaceId, documents.sealed.documentId)
    await mkdir(files, { recursive: true })
    await writeFile(join(files, '0'.repeat(64)), 'of another')
    await expect(restoreInto(target, dir)).rejects.toThrow('The store of region eu is not empty')
    // Neither attempt has left anything behind.
    await rm(files, { recursive: true })
    await restoreInto(target, dir)
    await target.close()
  })
})

describe('a backup', () => {
  it('runs once at a time; one that was killed is no backup, and does not block the next', async () => {
    const half = join(folder, 'killed')
    const { process, goOn } = await backupHalfWay(half)
    await expect(backupInto(join(folder, 'second'))).rejects.toThrow('Another backup of this database is running')
    process.child.kill('SIGKILL')
    await ended(process)
    await goOn()
    expect(await readdir(half)).not.toEqual([])
    await expect(checkBackup(half, server.ctx.config.masterKey!, () => {})).rejects.toThrow(
      'does not contain a complete backup',
    )
    await backupInto(join(folder, 'next'))
  })

  it('that runs out of disk space says so and is no backup', async () => {
    const full = join(folder, 'full')
    // No file may grow beyond 4 kB, which looks like a full disk to the writer.
    const made = await runCli(['backup', full], settings(), ['bash', '-c', 'ulimit -f 4; exec "$@"', 'bash'])
    expect(made).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/EFBIG|ENOSPC/) })
    await expect(checkBackup(full, server.ctx.config.masterKey!, () => {})).rejects.toThrow(
      'does not contain a complete backup',
    )
  })

  it('needs an empty folder and the MASTER_KEY of the database', async () => {
    await expect(backupInto(dir)).rejects.toThrow(`${dir} is not empty`)
    const wrong = backupInto(join(folder, 'wrong'), Buffer.from(newMasterKey(), 'hex'))
    await expect(wrong).rejects.toThrow('MASTER_KEY is not the one of this database')
  })

  it('names documents whose stored files are missing or altered, and contains everything else', async () => {
    const { documentId } = documents.sealed
    const dirOf = join(folder, 'damaged')
    const mend = await damage(documentId)
    const made = await run(['backup', dirOf], settings())
    await mend()
    expect([made.code, made.stdout]).toEqual([1, expect.stringContaining(`Damaged before the backup: ${documentId}`)])
    const restored = await run(['restore', dirOf, '--verify'], await elsewhere())
    expect(restored.code).toBe(1)
    expect(restored.stderr).toMatch(new RegExp(`FAIL document ${documentId}: `))
    expect(restored.stdout).toContain('; 1 with problems.')
  })

  it('is not made by a program that is older than the database', async () => {
    const source = await opened(await elsewhere())
    await migrate(source.db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '')`.execute(source.db)
    const made = backup(
      { ...source, clock: server.clock, masterKey: server.ctx.config.masterKey!, progress: () => {} },
      join(folder, 'newer'),
    )
    await expect(made).rejects.toThrow('updated by a newer Countersign, with 9999_newer')
    await source.close()
  })

  it('of an older schema is restored and migrated to the newest', async () => {
    const source = await opened(await elsewhere())
    await migrate(source.db, '0004_hook_targets')
    await sql`insert into workspaces (id, name, slug, tier, region, created_at)
      values (gen_random_uuid(), E'tab\tand\nline \\\\N', 'old', 'self_hosted', 'eu', '2026-01-02 03:04:05.678901Z')`.execute(
      source.db,
    )
    const old = join(folder, 'old')
    await backup({ ...source, clock: server.clock, masterKey: server.ctx.config.masterKey!, progress: () => {} }, old)
    const target = await opened(await elsewhere())
    await restoreInto(target, old)
    const { rows } = await query(target.db.url, 'select name, reminders, created_at::text from workspaces')
    expect(rows).toEqual([
      { name: 'tab\tand\nline \\N', reminders: false, created_at: expect.stringContaining('.678901') },
    ])
    await Promise.all([source.close(), target.close()])
  })
})

/** Database and store of these settings, as a command opens them: without migrating. */
async function opened({ DATABASE_URL, DATA_DIR }: Record<string, string>) {
  const db = createDatabase({ url: DATABASE_URL! })
  const region = (name: string) => `file:${join(DATA_DIR!, 'blobs', name)}`
  const urls = { eu: region('eu'), ch: region('ch'), us: region('us') }
  const storage = await openStorage({ urls, dataDir: DATA_DIR!, now: new Date() })
  const close = async () => {
    await storage.close()
    await db.destroy()
  }
  return { db, storage, close }
}

async function restoreInto(target: Awaited<ReturnType<typeof opened>>, from: string): Promise<void> {
  const progress = () => {}
  await restore({ ...target, progress }, from, await checkBackup(from, server.ctx.config.masterKey!, progress))
}

async function backupInto(into: string, masterKey = server.ctx.config.masterKey!): Promise<void> {
  await backup({ ...server.ctx, masterKey, progress: () => {} }, into)
}

/** Changes a byte of the document's newest file in the store; the function returned restores it. */
async function damage(documentId: string): Promise<() => Promise<void>> {
  const revisions = server.ctx.db.selectFrom('document_revisions').select('blob_key').orderBy('seq', 'desc')
  const { blob_key } = await revisions.where('document_id', '=', documentId).executeTakeFirstOrThrow()
  const path = join(server.ctx.config.storage.eu.slice('file:'.length), blob_key)
  const bytes = await readFile(path)
  await writeFile(path, Buffer.from(bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte))))
  return () => writeFile(path, bytes)
}

/** Changes the manifest as someone with the MASTER_KEY could. */
async function rewrite(copy: string, change: (manifest: Manifest) => unknown): Promise<void> {
  const masterKey = server.ctx.config.masterKey!
  const manifest = await readManifest(copy, masterKey)
  change(manifest)
  await rm(join(copy, 'manifest.json'))
  await writeManifest(copy, manifest, masterKey)
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takeBackupLock } from '../../server/db/backup-lock.ts'
import { removeDraft } from '../../server/domain/drafts/edit.ts'
import { sendDraft } from '../../server/domain/drafts/send.ts'
import type { Region } from '../../server/regions.ts'
import { blobKey } from '../../server/storage/index.ts'
import { draftFor } from '../support/drafts.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { type S3StandIn, startS3 } from '../support/s3.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  FILE_MODEL,
  generate,
  importTemplate,
  instantiate,
  LEASE_FIELDS,
  LEASE_VALUES,
  leaseModel,
  lockedTemplate,
  staged,
} from '../support/templates.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let folder: string
let s3: S3StandIn
let server: TestServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-clean-up-'))
  s3 = await startS3()
  const storage = { eu: `file:${join(folder, 'eu')}`, ch: `file:${join(folder, 'ch')}`, us: s3.url }
  server = await startServer({ config: { storage } })
})
afterEach(async () => {
  await server.stop()
  await s3.close()
  await rm(folder, { recursive: true })
})

interface Sent {
  key: TestKey
  created: Created
  workspaceId: string
}

async function sendIn(region: Region, fields: Record<string, unknown> = {}): Promise<Sent> {
  const { id } = await server.workspace({ region, retention_days: 30 })
  const key = await server.key({ workspaceId: id })
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], ...fields })
  return { key, created, workspaceId: id }
}

async function complete(region: Region): Promise<Sent> {
  const sent = await sendIn(region)
  await new Signer(server, sent.created.signers[0]!.signingUrl).sign()
  await server.work()
  return sent
}

const store = (region: Region) => server.ctx.storage.region(region)

async function keysIn(region: Region): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store(region).list()) keys.push(key)
  return keys.sort()
}

/** What a process leaves behind when it is killed between storing a file and writing the row. */
async function orphan(region: Region, workspaceId: string, documentId: string): Promise<string> {
  const key = blobKey(workspaceId, documentId, randomBytes(32).toString('hex'))
  await store(region).put(key, { bytes: randomBytes(100) })
  return key
}

/** The tables with a row that contains this text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = server.ctx
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await sql`select from ${sql.table(name)} as t where position(${text} in t::text) > 0 limit 1`.execute(
      db,
    )
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

const bearer = ({ key }: TestKey) => ({ headers: { Authorization: `Bearer ${key}` } })
const prune = () => server.run('prune', {})
const deletedAt = async ({ key, created }: Sent) =>
  (await readDocument(server, key, created.documentId)).retention.deletedAt

describe('retention', () => {
  test('a store that is down delays no document elsewhere, and its files are deleted as soon as it is back', async () => {
    const [remote, local] = [await complete('us'), await complete('eu')]
    server.clock.advance(30 * DAY_MS)
    const then = server.clock.now().toISOString()
    s3.fail(403)
    await expect(prune()).rejects.toThrow(/object store failed/)
    expect(await keysIn('eu')).toEqual([])
    expect([await deletedAt(remote), await deletedAt(local)]).toEqual([then, then])
    s3.fail(null)
    expect(await keysIn('us')).not.toEqual([])

    server.clock.advance(HOUR_MS)
    await prune()
    expect(await keysIn('us')).toEqual([])
    expect(await deletedAt(remote)).toBe(then)
    const trail = await server.call<{ events: { type: string }[] }>(
      remote.key,
      'GET',
      `/v1/documents/${remote.created.documentId}/audit-events`,
    )
    expect(trail.body.events.filter(({ type }) => type === 'deleted_by_retention')).toHaveLength(1)
  })

  test('nothing that a signer entered stays in the database', async () => {
    const entered = 'Seven doves over Bern'
    const boxes = { role: 'a', page: 1, x: 0.1, w: 0.3, h: 0.05 }
    const sent = await sendIn('eu', {
      signers: [{ email: 'ada@example.com', name: 'Ada', role: 'a' }],
      placement: 'explicit',
      fields: [
        { ...boxes, kind: 'signature', y: 0.1 },
        { ...boxes, kind: 'text', y: 0.2 },
      ],
    })
    const values = ({ kind }: { kind: string }) =>
      kind === 'text' ? ({ type: 'text', text: entered } as const) : ({ type: 'typed', text: entered } as const)
    await new Signer(server, sent.created.signers[0]!.signingUrl).sign({ values })
    await server.work()
    expect(await tablesWith(entered)).toEqual(['fields'])
    server.clock.advance(30 * DAY_MS)
    await prune()
    expect(await tablesWith(entered)).toEqual([])
  })

  test('a younger document keeps its file and what was entered', async () => {
    const boxes = { role: 'a', page: 1, x: 0.1, w: 0.3, h: 0.05 }
    const fields = [
      { ...boxes, kind: 'signature', y: 0.1 },
      { ...boxes, kind: 'text', y: 0.2 },
    ]
    const request = { signers: [{ email: 'ada@example.com', name: 'Ada', role: 'a' }], placement: 'explicit', fields }
    const old = await complete('eu')
    server.clock.advance(1)
    const young = await sendIn('eu', request)
    const values = ({ kind }: { kind: string }) =>
      kind === 'text' ? ({ type: 'text', text: 'Entered' } as const) : ({ type: 'typed', text: 'Ada' } as const)
    await new Signer(server, young.created.signers[0]!.signingUrl).sign({ values })
    await server.work()
    server.clock.advance(30 * DAY_MS - 1)
    await prune()
    expect([await deletedAt(old), await deletedAt(young)]).toEqual([server.clock.now().toISOString(), null])
    expect((await server.fetch(`/v1/documents/${young.created.documentId}/signed`, bearer(young.key))).status).toBe(200)
    expect(await tablesWith('Entered')).toEqual(['fields'])
    server.clock.advance(1)
    await prune()
    expect(await deletedAt(young)).toBe(server.clock.now().toISOString())
    expect(await tablesWith('Entered')).toEqual([])
  })

  test('the values of a template go with the document, and no others', async () => {
    const { id: workspaceId } = await server.workspace({ region: 'eu', retention_days: 30 })
    const key = await server.key({ workspaceId })
    const { id } = await lockedTemplate(server, key, { template: { ...leaseModel(), signing_mode: 'parallel' } })
    const finished = async (tenant_name: string) => {
      const { body } = await instantiate(server, key, id, { field_values: { ...LEASE_VALUES, tenant_name } })
      for (const { signing_url } of body.recipients) await new Signer(server, signing_url!).sign()
      await server.work()
      expect((await readDocument(server, key, body.document_id!)).status).toBe('signed')
    }
    await finished('Older Tenant')
    server.clock.advance(DAY_MS)
    await finished('Younger Tenant')
    expect([await tablesWith('Older Tenant'), await tablesWith('Younger Tenant')]).toEqual([
      expect.arrayContaining(['document_values']),
      expect.arrayContaining(['document_values']),
    ])
    server.clock.advance(29 * DAY_MS)
    await prune()
    expect(await tablesWith('Older Tenant')).not.toContain('document_values')
    expect(await tablesWith('Younger Tenant')).toContain('document_values')
  })

  test('while a backup is copying, files stay, and cannot be read all the same', async () => {
    const { key, workspaceId, created } = await complete('eu')
    await orphan('eu', workspaceId, randomUUID())
    const kept = await keysIn('eu')
    server.clock.advance(30 * DAY_MS)
    const session = new pg.Client(server.ctx.db.url)
    await session.connect()
    expect(await takeBackupLock(session)).toBe(true)
    await prune()
    expect(await keysIn('eu')).toEqual(kept)
    expect((await server.fetch(`/v1/documents/${created.documentId}/signed`, bearer(key))).status).toBe(410)
    await session.end()
    await prune()
    expect(await keysIn('eu')).toEqual([])
  })

  test('a document whose files are gone is left alone', async () => {
    const sent = await complete('us')
    server.clock.advance(30 * DAY_MS)
    await prune()
    const then = await deletedAt(sent)
    const later = await orphan('us', sent.workspaceId, sent.created.documentId)
    s3.modified.set(`blobs/eu/${later}`, server.clock.now())
    server.clock.advance(HOUR_MS)
    await prune()
    // Its day is not over.
    expect(await keysIn('us')).toEqual([later])
    expect(await deletedAt(sent)).toBe(then)
  })

  test.each(['eu', 'us'] as const)('unreferenced files are deleted with the document (%s)', async (region) => {
    const { workspaceId, created } = await complete(region)
    await orphan(region, workspaceId, created.documentId)
    // The document is a day old, the file is not: file age is by the clock of the store.
    const completed_at = new Date(server.clock.now().getTime() - 30 * DAY_MS)
    await server.ctx.db.updateTable('documents').set({ completed_at }).execute()
    await prune()
    expect(await keysIn(region)).toEqual([])
  })
})

describe('orphaned files', () => {
  test.each(['eu', 'us'] as const)('are deleted after a day, and nothing else is (%s)', async (region) => {
    const { workspaceId, created } = await complete(region)
    const named = await keysIn(region)
    await orphan(region, workspaceId, created.documentId)
    await orphan(region, workspaceId, randomUUID())
    const foreign = await orphan(region, randomUUID(), randomUUID())
    await store(region).put('abc/def', { bytes: randomBytes(10) })
    server.clock.advance(DAY_MS - HOUR_MS)
    await prune()
    expect(await keysIn(region)).toHaveLength(named.length + 4)
    server.clock.advance(2 * HOUR_MS)
    await prune()
    expect(await keysIn(region)).toEqual([...named, foreign, 'abc/def'].sort())
  })

  test('are a day old by the clock of the store, to the millisecond', async () => {
    const { workspaceId } = await sendIn('us')
    const key = await orphan('us', workspaceId, randomUUID())
    s3.modified.set(`blobs/eu/${key}`, server.clock.now())
    server.clock.advance(DAY_MS - 1)
    await prune()
    expect(await keysIn('us')).toContain(key)
    server.clock.advance(1)
    await prune()
    expect(await keysIn('us')).not.toContain(key)
  })

  test('a document that may still be signed keeps its orphans until it no longer may', async () => {
    const { workspaceId, created } = await sendIn('eu', { expires_in_days: 3 })
    const named = await keysIn('eu')
    const key = await orphan('eu', workspaceId, created.documentId)
    server.clock.advance(2 * DAY_MS)
    await prune()
    expect(await keysIn('eu')).toEqual([...named, key].sort())
    server.clock.advance(2 * DAY_MS)
    await server.run('expire-requests', {})
    await prune()
    expect(await keysIn('eu')).toEqual(named)
  })

  test('a document waiting for its seal keeps its orphans until it is sealed', async () => {
    const sent = await sendIn('us')
    await new Signer(server, sent.created.signers[0]!.signingUrl).sign()
    s3.fail(403)
    await server.work()
    s3.fail(null)
    const left = await orphan('us', sent.workspaceId, sent.created.documentId)
    const waiting = await keysIn('us')
    server.clock.advance(2 * DAY_MS)
    await prune()
    expect(await keysIn('us')).toEqual(waiting)
    await server.work()
    await prune()
    expect((await readDocument(server, sent.key, sent.created.documentId)).status).toBe('signed')
    const kept = await keysIn('us')
    expect(kept).not.toContain(left)
    expect(kept).toEqual(expect.arrayContaining(waiting.filter((key) => key !== left)))
    expect((await server.fetch(`/v1/documents/${sent.created.documentId}/signed`, bearer(sent.key))).status).toBe(200)
  })

  test('more of them than are looked up at once are all deleted', async () => {
    const { workspaceId } = await sendIn('eu')
    const named = await keysIn('eu')
    for (let i = 0; i < 501; i += 1) await orphan('eu', workspaceId, randomUUID())
    server.clock.advance(2 * DAY_MS)
    await prune()
    expect(await keysIn('eu')).toEqual(named)
  })

  test('one that cannot be deleted is reported, keeps no other, and is deleted once it can be', async () => {
    const { workspaceId } = await sendIn('us')
    const named = await keysIn('us')
    const stuck = await orphan('us', workspaceId, randomUUID())
    for (let i = 0; i < 4; i += 1) await orphan('us', workspaceId, randomUUID())
    server.clock.advance(2 * DAY_MS)
    s3.undeletable.add(`blobs/eu/${stuck}`)
    await expect(prune()).rejects.toThrow(/could not be deleted: 1, first: (?!undefined)\S/)
    expect(await keysIn('us')).toEqual([...named, stuck].sort())
    s3.undeletable.clear()
    await prune()
    expect(await keysIn('us')).toEqual(named)
  })

  test('what templates, drafts and staged documents need is none, whatever becomes of others', async () => {
    const workspace = await server.workspace()
    const key = await server.key({ workspaceId: workspace.id })
    const actor = await personOf(server, workspace)
    const { id } = await lockedTemplate(server, key)
    const files = await lockedTemplate(server, key, { template: FILE_MODEL })
    const draft = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })
    const stagedFile = async () => {
      const { headers } = await generate(server, key, files.id, { review: true })
      return headers.get('x-document-id')!
    }
    const [kept, gone] = [await staged(server, key, id), await staged(server, key, id)]
    const [keptFile, goneFile] = [await stagedFile(), await stagedFile()]
    for (const other of [gone.document_id, goneFile])
      expect((await server.call(key, 'POST', `/v1/documents/${other}/discard`)).status).toBe(200)
    // Of the dashboard: one that is written, and one that somebody has thrown away.
    const people = [{ email: 'ada@example.com', name: 'Ada', role: 'tenant' }]
    const [written, thrownAway] = [await draftFor(server, actor, people), await draftFor(server, actor, people)]
    await removeDraft(server.ctx, actor, thrownAway.id)
    const status = async (path: string) => (await server.call(key, 'GET', `/v1/${path}/file`)).status
    const needed = [`documents/${kept.document_id}`, `documents/${keptFile}`]
    for (const template of [id, files.id, draft.body.id]) needed.push(`templates/${template}`)
    for (const days of [2, 1]) {
      server.clock.advance(days * DAY_MS)
      await prune()
      expect(await Promise.all(needed.map(status))).toEqual(needed.map(() => 200))
    }
    for (const { document_id: review } of [kept, { document_id: keptFile }])
      expect((await server.call(key, 'POST', `/v1/documents/${review}/confirm`)).status).toBe(200)
    expect(await keysIn('eu')).not.toContain(thrownAway.files[0]!.blob_key)
    expect(await sendDraft(server.ctx, actor, written.id, written.revision)).toHaveLength(1)
  })

  test('a store that is down does not stop the clean-up of the others', async () => {
    const { workspaceId } = await sendIn('us')
    await orphan('us', workspaceId, randomUUID())
    await orphan('eu', workspaceId, randomUUID())
    server.clock.advance(2 * DAY_MS)
    s3.fail(403)
    await expect(prune()).rejects.toThrow(/object store failed/)
    expect(await keysIn('eu')).toEqual([])
  })
})

test('a part of prune that fails stops no other part, and is reported', async () => {
  const sent = await complete('eu')
  server.clock.advance(30 * DAY_MS)
  await sql`alter table rate_windows rename to not_there`.execute(server.ctx.db)
  await expect(prune()).rejects.toThrow(/rate_windows/)
  await sql`alter table not_there rename to rate_windows`.execute(server.ctx.db)
  expect(await keysIn('eu')).toEqual([])
  expect(await deletedAt(sent)).toBe(server.clock.now().toISOString())
})

test('a request that fails to expire stops no other from expiring', async () => {
  const [broken, fine] = [await sendIn('eu', { expires_in_days: 1 }), await sendIn('eu', { expires_in_days: 2 })]
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$;
    create trigger refuse before update on signing_requests for each row
      when (old.document_id = ${sql.lit(broken.created.documentId)}) execute function refuse();
  `.execute(server.ctx.db)
  server.clock.advance(3 * DAY_MS)
  await expect(server.run('expire-requests', {})).rejects.toThrow(/broken row/)
  expect(server.log()).toContain(broken.created.documentId)
  expect((await readDocument(server, fine.key, fine.created.documentId)).status).toBe('expired')
})

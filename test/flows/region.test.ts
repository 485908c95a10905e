import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { changeWorkspace } from '../../server/domain/people/settings.ts'
import { duplicateTemplate } from '../../server/domain/templates/lifecycle.ts'
import { REGIONS, type Region } from '../../server/regions.ts'
import { signIn } from '../support/dashboard.ts'
import { draftFor, draftForm } from '../support/drafts.ts'
import { Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  FILE_MODEL,
  generate,
  importTemplate,
  instantiate,
  LEASE_FIELDS,
  leaseModel,
  lockedTemplate,
  staged,
} from '../support/templates.ts'

const DAY_MS = 86_400_000
const SIGNERS = [{ email: 'ada@example.com', name: 'Ada' }]

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key({ workspaceId: (await server.workspace({ region: 'eu' })).id })
})
afterAll(() => server.stop())

/** The stores that hold anything of a document or template, out of all of them. */
async function storesOf(id: string): Promise<Region[]> {
  const found: Region[] = []
  for (const region of REGIONS) {
    for await (const { key } of server.ctx.storage.region(region).list()) {
      if (key.split('/')[1] === id && !found.includes(region)) found.push(region)
    }
  }
  return found
}

async function moveTo(region: Region): Promise<UserActor> {
  const { id, tier } = await server.ctx.db
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', key.workspaceId)
    .executeTakeFirstOrThrow()
  const owner = await personOf(server, { id, tier })
  await changeWorkspace(server.ctx, owner, { region })
  return owner
}

/** A key of its own each time: each has sixty calls a minute. */
const fresh = () => server.key({ workspaceId: key.workspaceId })

it('a change of the region applies to what is new; every file stays in the one store of its own', async () => {
  const { id: lease } = await lockedTemplate(server, key)
  const form = await lockedTemplate(server, key, { template: FILE_MODEL })
  const before = await send(server, key, { signers: SIGNERS })
  const waiting = await staged(server, key, lease)
  const owner = await moveTo('ch')

  const sent = await send(server, await fresh(), { signers: SIGNERS })
  const instance = await instantiate(server, await fresh(), lease)
  const file = await generate(server, await fresh(), form.id)
  for (const { signers } of [before, sent]) await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  const confirmed = await server.call(await fresh(), 'POST', `/v1/documents/${waiting.document_id!}/confirm`)
  expect([instance.status, file.status, confirmed.status]).toEqual([201, 200, 200])
  const copy = await duplicateTemplate(server.ctx, owner, lease)
  await server.work()

  const sealed = await server.ctx.db
    .selectFrom('document_revisions')
    .select('document_id')
    .where('kind', '=', 'seal')
    .execute()
  expect(sealed.map(({ document_id }) => document_id).sort()).toEqual([before.documentId, sent.documentId].sort())
  expect(await storesOf(before.documentId)).toEqual(['eu'])
  expect(await storesOf(waiting.document_id!)).toEqual(['eu'])
  expect(await storesOf(lease)).toEqual(['eu'])
  expect(await storesOf(sent.documentId)).toEqual(['ch'])
  expect(await storesOf(instance.body.document_id!)).toEqual(['ch'])
  expect(await storesOf(copy.id)).toEqual(['ch'])
})

it('a template moves when its PDF is uploaded again, with the versions that share it', async () => {
  await moveTo('eu')
  const { id } = await lockedTemplate(server, await fresh())
  await moveTo('us')
  const parts = { template: leaseModel(), fields: LEASE_FIELDS, template_id: id, lock: true }
  expect((await importTemplate(server, await fresh(), parts)).status).toBe(200)
  server.clock.advance(2 * DAY_MS)
  await server.run('prune', {})
  expect(await storesOf(id)).toEqual(['us'])
  const pinned = await instantiate(server, await fresh(), id, { version: 1 })
  expect(pinned.status).toBe(201)
  expect(await storesOf(pinned.body.document_id!)).toEqual(['us'])
})

it('what people send goes into the region of its day, whenever its draft or its file of rows was begun', async () => {
  const owner = await moveTo('eu')
  const olga = await signIn(server, { workspaceId: key.workspaceId })
  const { id: lease } = await lockedTemplate(server, await fresh())
  const [now, later] = [await draftFor(server, owner, SIGNERS), await draftFor(server, owner, SIGNERS)]
  const mistaken = await send(server, await fresh(), { signers: SIGNERS })
  const again = await olga.post(`/documents/${mistaken.documentId}/again`)
  const at = new Date(server.clock.now().getTime() + DAY_MS).toISOString().slice(0, 16)
  const revision = String(later.revision)
  const scheduled = await olga.post(`/documents/drafts/${later.id}/later`, { at, zone: 'UTC', revision })
  const rows = new FormData()
  const sheet = 'slot1.email,slot2.email,tenant_name,monthly_rent\r\na@example.com,b@example.com,Ada,1850.00'
  rows.set('file', new Blob([sheet], { type: 'text/csv' }), 'leases.csv')
  const uploaded = (await olga.post(`/templates/${lease}/csv`, rows)).headers.get('location')!
  await server.work()
  expect([again.status, scheduled.status]).toEqual([303, 303])
  const drafts = [now.id, later.id, again.headers.get('location')!.split('/').pop()!]
  for (const draft of drafts) expect(await storesOf(draft)).toEqual(['eu'])

  await moveTo('us')
  for (const [at, draft] of [0, 2].map((n) => drafts[n]!).entries()) {
    const row = await server.ctx.db.selectFrom('drafts').selectAll().where('id', '=', draft).executeTakeFirstOrThrow()
    expect([at, (await olga.post(`/documents/drafts/${draft}`, draftForm(row, 'send'))).status]).toEqual([at, 303])
  }
  await olga.post(`${uploaded}/send`)
  server.clock.advance(DAY_MS)
  await server.work()
  const made = await server.ctx.db
    .selectFrom('documents')
    .select(['id', 'region', 'envelope_id'])
    .where((eb) => eb.or([eb('envelope_id', 'in', drafts), eb('template_id', '=', lease)]))
    .execute()
  expect(made.map(({ region }) => region)).toEqual(['us', 'us', 'us', 'us'])
  for (const { id } of made) expect(await storesOf(id)).toEqual(['us'])
  expect(await storesOf(mistaken.documentId)).toEqual(['eu'])
  server.clock.advance(2 * DAY_MS)
  await server.run('prune', {})
  for (const draft of drafts) expect(await storesOf(draft)).toEqual([])
})

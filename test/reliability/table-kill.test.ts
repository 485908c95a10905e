import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { sized } from '../support/full-size.ts'
import { type Killable, startKillable } from '../support/killable.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { enter, finishing, look, signerOf } from '../support/tables.ts'
import { instantiate, itemsTable, LEASE_FIELDS, leaseModel, lockedTemplate, signature } from '../support/templates.ts'

/** Kills at random moments. */
const AT_RANDOM = sized(1, 40)
const MANY = Array.from({ length: 80 }, (_, row) => ({ what: `Item ${row + 1}`, amount: '1.50' }))

let killable: Killable
let templateId: string
beforeAll(async () => {
  killable = await startKillable()
  const template = leaseModel({ boxes: [itemsTable({ slot: 1 }), signature(1), signature(2, 2)] })
  templateId = (await lockedTemplate(killable.server(), await killable.key(), { template, fields: LEASE_FIELDS })).id
})
afterAll(() => killable.stop())

/** A document whose tenant has entered rows that need more pages, and has looked at them. */
async function filledIn() {
  const { body } = await instantiate(killable.server(), await killable.key(), templateId, { field_values: {} })
  const tenant = () => signerOf(killable.server(), body, 1)
  await enter(tenant(), MANY)
  const { seen } = await look(tenant())
  const signed = await finishing(tenant(), seen)
  return {
    id: body.document_id!,
    finish: () => tenant().call('POST', 'complete', signed),
    landlordSigns: () => signerOf(killable.server(), body, 2).sign(),
  }
}

/** Whatever a signature with a table writes. */
async function stored(id: string) {
  const { db } = killable
  const document = await db.selectFrom('documents').select('page_count').where('id', '=', id).executeTakeFirstOrThrow()
  const signers = await db
    .selectFrom('signing_requests')
    .select('status')
    .where('document_id', '=', id)
    .orderBy('slot')
    .execute()
  const revisions = await db
    .selectFrom('document_revisions')
    .select('kind')
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  const fields = await db
    .selectFrom('fields')
    .select(['kind', 'page', 'value'])
    .where('document_id', '=', id)
    .orderBy('position')
    .execute()
  const events = await db.selectFrom('events').select('type').where('document_id', '=', id).orderBy('seq').execute()
  const trail = await db
    .selectFrom('audit_events')
    .select('type')
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  return {
    pages: document.page_count,
    signers: signers.map(({ status }) => status),
    revisions: revisions.map(({ kind }) => kind),
    boxes: fields.map(({ kind, page }) => [kind, page]),
    signed: fields.some(({ kind, value }) => kind === 'signature' && value !== null),
    events: events.map(({ type }) => type),
    trail: trail.map(({ type }) => type).filter((type) => type === 'signed'),
  }
}

const BEFORE = {
  pages: 2,
  signers: ['pending', 'queued'],
  revisions: ['upload'],
  boxes: [
    ['table', 1],
    ['signature', 1],
    ['signature', 2],
  ],
  signed: false,
  events: ['signing_request.sent'],
  trail: [],
}
const AFTER = {
  pages: 4,
  signers: ['signed', 'pending'],
  revisions: ['upload', 'signer'],
  boxes: [
    ['table', 1],
    ['signature', 1],
    ['signature', 4],
  ],
  signed: true,
  events: ['signing_request.sent', 'signing_request.sent', 'signing_request.signed'],
  trail: ['signed'],
}

/** How long the call takes in a process that has just started, in milliseconds. */
let usual = 0

it.each(sized(['events'], ['document_revisions', 'events']))(
  'table.kill-9-in-finish: nothing while it writes to %s, and the repeated call does it all',
  async (table) => {
    const document = await filledIn()
    expect(await stored(document.id)).toEqual(BEFORE)
    await killable.killAtTable(document.finish, table)
    expect(await stored(document.id)).toEqual(BEFORE)
    const begun = performance.now()
    expect((await document.finish()).status).toBe(200)
    usual = performance.now() - begun
    expect(await stored(document.id)).toEqual(AFTER)
  },
)

/** The call that was cut off is repeated; then the other one signs, and it is sealed with every row on its pages. */
async function goesOn(document: Awaited<ReturnType<typeof filledIn>>) {
  expect((await document.finish()).status).toBe(200)
  expect(await stored(document.id)).toEqual(AFTER)
  expect((await document.landlordSigns()).status).toBe(200)
  const key = await killable.key()
  const path = `/v1/documents/${document.id}`
  const status = () => killable.db.selectFrom('documents').select('seal_state').where('id', '=', document.id)
  await expect.poll(async () => (await status().executeTakeFirstOrThrow()).seal_state, { interval: 200 }).toBe('sealed')
  const sealed = await killable.server().call<Buffer>(key, 'GET', `${path}/signed`)
  expect((await verifyPdf(sealed.body)).checks.filter(({ ok }) => !ok)).toEqual([])
  const printed = (await pdfJsTexts(sealed.body)).flat().map(({ text }) => text)
  expect(printed.filter((text) => /^Item \d+$/.test(text))).toEqual(MANY.map(({ what }) => what))
}

it.each(Array.from({ length: AT_RANDOM }, (_, kill) => kill))(
  'table.kill-9-in-finish: everything or nothing, at random moment no. %i, and the sealed file has every row',
  async (kill) => {
    // Spread over the time that the call takes.
    const after = ((kill + Math.random()) / AT_RANDOM) * usual
    const document = await filledIn()
    await killable.killDuring(document.finish, () => sleep(after))
    expect([BEFORE, AFTER]).toContainEqual(await stored(document.id))
    await goesOn(document)
  },
)

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { REVIEW } from '../../server/limits.ts'
import { signIn } from '../support/dashboard.ts'
import { readDocument } from '../support/flow.ts'
import { callTwice } from '../support/locks.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { FILE_MODEL, generate, LEASE_VALUES, lockedTemplate } from '../support/templates.ts'
import { useServerAtItsStart } from '../support/use-server.ts'

type Refusal = { code: string; meta?: Record<string, unknown> }

/** Nothing of it may be left of a discarded file. */
const TITLE = 'Confidential lease of Ada'

let server: TestServer
let key: TestKey
let templateId: string
useServerAtItsStart(async (started) => {
  server = started
  key = await server.key({ workspaceId: (await server.workspace()).id })
  templateId = (await lockedTemplate(server, key, { template: FILE_MODEL })).id
})

const fresh = () => server.key({ workspaceId: key.workspaceId })
const stage = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  generate(server, key, templateId, { review: true, title: TITLE, metadata: { order: 'No. 77' }, ...more }, headers)
async function stagedId(): Promise<string> {
  const { status, headers } = await stage()
  expect(status).toBe(201)
  return headers.get('x-document-id')!
}
const call = async (method: string, id: string, verb: string) =>
  server.call<Refusal & Record<string, unknown>>(await fresh(), method, `/v1/documents/${id}${verb}`)
async function eventsOf(id: string) {
  const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
    select type, payload from events where document_id = ${id} order by seq`.execute(server.ctx.db)
  return rows.map(({ type, payload }) => ({ event: type, ...payload }))
}

it('staged.row-2, generate.review: generate with review answers with the PDF and stages it', async () => {
  const expiresAt = new Date(server.clock.now().getTime() + REVIEW.windowMs).toISOString()
  const { status, body, headers } = await stage({ field_values: { ...LEASE_VALUES, colour: 'blue' } })
  const id = headers.get('x-document-id')!
  expect(status).toBe(201)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${TITLE}.pdf"`,
    'content-length': String(body.length),
    'x-template-version': '1',
    'x-unknown-fields': 'field_values.colour',
    'x-review-expires-at': expiresAt,
    'x-review-url': `${server.ctx.config.publicUrl}/review/${id}`,
  })
  expect(await readDocument(server, key, id)).toMatchObject({
    status: 'staged',
    title: TITLE,
    metadata: { order: 'No. 77' },
    signers: [],
    counts: { total: 0, signed: 0 },
    templateId,
    review: { state: 'staged', expiresAt },
  })
  const file = await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/file`)
  expect(file.body).toEqual(body)
  expect(await eventsOf(id)).toMatchObject([
    { event: 'template_instance.staged', kind: 'file', filename: `${TITLE}.pdf`, review_expires_at: expiresAt },
  ])
  await server.work()
  expect(await server.outbox()).toEqual([])
})

it('staged.row-6, document.finalized: confirm makes it finalized, and it stays readable', async () => {
  const id = await stagedId()
  const confirmed = await call('POST', id, '/confirm')
  expect([confirmed.status, confirmed.body]).toMatchObject([
    200,
    { kind: 'file', status: 'finalized', already_confirmed: false, expires_at: null, recipients: [] },
  ])
  expect((await call('POST', id, '/confirm')).body).toMatchObject({ status: 'finalized', already_confirmed: true })
  expect(await call('POST', id, '/discard')).toMatchObject({ status: 409, body: { code: 'already_confirmed' } })
  expect((await eventsOf(id)).map(({ event }) => event)).toEqual([
    'template_instance.staged',
    'template_instance.confirmed',
  ])
  expect(await readDocument(server, key, id)).toMatchObject({ status: 'finalized', completable: false, signers: [] })
  expect((await call('GET', id, '/file')).status).toBe(200)
  expect((await call('GET', id, '/values')).body).toMatchObject({
    values: [
      { field_key: 'tenant_name', owner: 'sender', value: LEASE_VALUES.tenant_name },
      { field_key: 'monthly_rent', owner: 'sender', value: LEASE_VALUES.monthly_rent },
    ],
  })
  expect(await call('GET', id, '/signed')).toMatchObject({
    status: 409,
    body: { code: 'not_complete', meta: { status: 'finalized' } },
  })
  expect(await call('GET', id, '/audit-trail')).toMatchObject({
    status: 409,
    body: { code: 'not_sent', meta: { status: 'finalized' } },
  })
})

it('file.discard.erases: values, metadata and name in the call, the bytes with the next run of the job', async () => {
  const id = await stagedId()
  const { db } = server.ctx
  const stored = await db.selectFrom('document_revisions').select('blob_key').where('document_id', '=', id).execute()
  const person = await signIn(server, { workspaceId: key.workspaceId })
  const found = async () => (await person.get('/documents?q=order%3ANo.+77')).text()
  expect(await found()).toContain(id)
  expect(await call('POST', id, '/discard')).toMatchObject({
    status: 200,
    body: { kind: 'file', status: 'discarded', reason: 'discarded', already_discarded: false },
  })
  expect(await found()).not.toContain(id)
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    event: 'template_instance.discarded',
    kind: 'file',
    reason: 'discarded',
    actor: 'api_key',
    metadata: null,
  })
  expect(await readDocument(server, key, id)).toMatchObject({ status: 'discarded', metadata: null })
  for (const verb of ['/file', '/values']) {
    expect(await call('GET', id, verb)).toMatchObject({ status: 409, body: { code: 'discarded' } })
  }
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(d)::text as text from documents d where id = ${id}
    union all select to_jsonb(v)::text from document_values v where document_id = ${id}
    union all select to_jsonb(a)::text from audit_events a where document_id = ${id}`.execute(db)
  expect(rows.map(({ text }) => text).join()).not.toMatch(/Confidential|Ada|1850\.00|No\. 77/)
  await server.run('end-reviews', {})
  for (const { blob_key: blob } of stored) {
    await expect(server.ctx.storage.region('eu').localFile(blob)).rejects.toThrow()
  }
})

it('staged.row-8: after 14 days it is discarded and erased, and confirm is too late', async () => {
  const id = await stagedId()
  server.clock.advance(REVIEW.windowMs)
  expect(await call('POST', id, '/confirm')).toMatchObject({ status: 410, body: { code: 'review_expired' } })
  expect((await eventsOf(id)).at(-1)).toMatchObject({ reason: 'expired', actor: 'system', metadata: null })
  const kept = await server.ctx.db.selectFrom('document_values').select('key').where('document_id', '=', id).execute()
  expect(kept).toEqual([])
})

it('answers again with the same Idempotency-Key until the file is discarded', async () => {
  const headers = { 'Idempotency-Key': 'file-1' }
  const values = { field_values: { ...LEASE_VALUES, colour: 'blue' } }
  const first = await stage(values, headers)
  const again = await stage(values, headers)
  expect([again.status, again.body]).toEqual([201, first.body])
  const without = (given: Headers) =>
    Object.fromEntries([...given].filter(([name]) => !/^(ratelimit|x-request-id|idempotent|date)/.test(name)))
  expect(without(again.headers)).toEqual(without(first.headers))
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  expect(await stage({ title: 'Another' }, headers)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reuse' },
  })
  await call('POST', first.headers.get('x-document-id')!, '/discard')
  expect(await stage(values, headers)).toMatchObject({ status: 409, body: { code: 'discarded' } })
})

it('is refused while the first call with the key is running', async () => {
  const headers = { 'Idempotency-Key': 'file-2' }
  const answers = await callTwice(server.ctx.db, () => stage({}, headers))
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [201, undefined],
    [409, 'idempotency_in_progress'],
  ])
})

it('without review the Idempotency-Key has no effect', async () => {
  const headers = { 'Idempotency-Key': 'file-3' }
  const twice = [await stage({ review: false }, headers), await stage({ review: false, title: 'Another' }, headers)]
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
})

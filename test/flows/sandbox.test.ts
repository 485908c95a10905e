import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { startDelivery } from '../../server/delivery/index.ts'
import { LOCALES } from '../../server/domain/locales.ts'
import { findWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { importTemplate as importTemplateVerb } from '../../server/domain/templates/import.ts'
import type { TemplateModel } from '../../server/domain/templates/model.ts'
import { startWorker } from '../../server/jobs/index.ts'
import { createForm } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { pdftotext, popplerText } from '../support/pdf-checks.ts'
import { answer, type Receiver, startReceiver } from '../support/receiver.ts'
import { type CallAnswer, startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  HEATING,
  heatingModel,
  importTemplate,
  itemsTable,
  LEASE_RECIPIENTS,
  LEASE_VALUES,
  leaseModel,
  lockedTemplate,
  type ModelInput,
  signature,
  text,
} from '../support/templates.ts'

const DAY = 24 * 3_600_000

interface Message {
  id: string
  kind: string | null
  to: string
  links: { sign: string | null; hand_over: string | null }
  code: string | null
  document_id: string
  at: string
}
interface Instance {
  document_id: string
  recipients: { signing_request_id: string }[]
}
interface Values {
  values: { field_key: string; option: string | null; value: unknown }[]
}
interface Created {
  documentId: string
  signers: { signingRequestId: string; signingUrl: string; email: string }[]
}

let server: TestServer
let receiver: Receiver
let live: TestKey
let stopWork: () => Promise<void>

beforeAll(async () => {
  const refuse = async () => {
    throw new Error('a real provider was called for a sandbox')
  }
  const mail = {
    kind: 'smtp' as const,
    send: refuse,
    acceptsNoMail: refuse,
    check: async () => null,
    close: async () => {},
  }
  server = await startServer({ overrides: { mail, sms: { kind: 'twilio', send: refuse } } })
  receiver = await startReceiver({ clock: server.clock })
  live = await server.key({ workspaceId: (await server.workspace({ tier: 'self_hosted' })).id })
  const jobs = await startWorker(server.ctx)
  const delivery = startDelivery(server.ctx)
  stopWork = async () => {
    await jobs.stop()
    await delivery.stop()
  }
})
afterAll(async () => {
  await stopWork()
  await receiver.close()
  await server.stop()
})

const call = <Body = Record<string, unknown>>(who: TestKey, method: string, path: string, json?: unknown) =>
  server.call<Body>(who, method, `/v1${path}`, json === undefined ? {} : { json })

async function sandbox(input: Record<string, unknown> = {}): Promise<TestKey> {
  const made = await call<{ id: string; key: string }>(live, 'POST', '/sandboxes', input)
  expect(made.status).toBe(201)
  return { key: made.body.key, id: '', workspaceId: made.body.id }
}

describe('in a sandbox', () => {
  let key: TestKey

  beforeEach(async () => {
    key = await sandbox()
  })

  const send = async (fields: Record<string, unknown> = {}, filename = 'lease.pdf'): Promise<Created> => {
    const form = createForm({ signers: [{ email: 'ada@example.com', name: 'Ada' }], ...fields }, undefined, filename)
    const made = await server.call<Created>(key, 'POST', '/v1/signing-requests', { form })
    if (made.status === 500)
      console.error(
        server
          .log()
          .split('\n')
          .filter((line) => line.includes('"level":50') || line.includes('err'))
          .slice(-3)
          .join('\n'),
      )
    expect([made.status, made.body]).toMatchObject([201, {}])
    return made.body
  }
  const messages = async (query: Record<string, string> = {}) =>
    (await call<{ messages: Message[] }>(key, 'GET', `/sandbox/messages?${new URLSearchParams(query)}`)).body.messages
  const act = <Body = Record<string, unknown>>(id: string, json: Record<string, unknown>): Promise<CallAnswer<Body>> =>
    call<Body>(key, 'POST', `/sandbox/signing-requests/${id}/act`, json)
  const advance = async (duration: string) => {
    const moved = await call<{ now: string; ran: { task: string; count: number }[] }>(key, 'PUT', '/sandbox/clock', {
      advance: duration,
    })
    expect(moved.status).toBe(200)
    return { ...moved.body, ran: Object.fromEntries(moved.body.ran.map(({ task, count }) => [task, count])) }
  }
  const document = async (id: string) =>
    (await call<{ status: string; sandbox: boolean }>(key, 'GET', `/documents/${id}`)).body
  const sealed = (id: string) =>
    expect.poll(async () => (await document(id)).status, { timeout: 30_000, interval: 200 }).toBe('signed')
  const events = async () =>
    (await call<{ events: Record<string, unknown>[] }>(key, 'GET', '/events?limit=100&wait=20')).body.events

  it('sends, signs, seals and reports, and nobody gets anything', async () => {
    await hooksOf(server, key).subscribe(receiver, '/sandbox')
    const { documentId, signers } = await send({
      signers: [
        { email: 'ada@example.com', name: 'Ada', phone_e164: '+41791234567', require_sms_verification: true },
        { email: 'grace@example.com', name: 'Grace' },
      ],
      signing_mode: 'sequential',
    })
    const [invitation] = await messages({ to: 'ada@example.com', wait: '20' })
    expect(invitation).toMatchObject({ kind: 'invitation', document_id: documentId, code: null })
    expect(invitation!.links.sign).toBe(signers[0]!.signingUrl)

    expect((await act(signers[0]!.signingRequestId, { do: 'sign' })).body).toMatchObject({ status: 'signed' })
    expect((await messages({ channel: 'sms' })).map(({ code }) => code)).toEqual([expect.stringMatching(/^\d{6}$/)])
    await messages({ to: 'grace@example.com', wait: '20' })
    expect((await act(signers[1]!.signingRequestId, { do: 'sign' })).body).toMatchObject({ status: 'signed' })

    await sealed(documentId)
    expect(await document(documentId)).toMatchObject({ sandbox: true })
    expect((await call(key, 'GET', '/me')).body).toMatchObject({
      sandbox: true,
      sms_allowance: { monthly: 25, used: 1 },
    })
    await expect
      .poll(async () => (await events()).map(({ event }) => event), { timeout: 30_000, interval: 200 })
      .toContain('document.completed')
    const read = await events()
    expect(read.every((event) => event.sandbox === true)).toBe(true)
    const own = () => receiver.deliveries.filter(({ event }) => event.workspace_id === key.workspaceId)
    await expect.poll(() => own().length, { timeout: 20_000 }).toBe(read.length)
  })

  it('is signed by a seal that says it is a test, on pages that say so', async () => {
    const { documentId, signers } = await send()
    await act(signers[0]!.signingRequestId, { do: 'sign' })
    await sealed(documentId)
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)
    const root = await (await server.fetch('/pki/test-ca.pem')).text()
    expect((await server.fetch('/pki/test-ca.crl')).status).toBe(200)
    const verified = await verifyPdf(body, { roots: [root] })
    expect(verified.checks.filter((check) => !check.ok)).toEqual([])
    expect(verified.seal).toMatchObject({ signer: expect.stringContaining('TEST, not binding') })
    if (pdftotext) expect(popplerText(body)).toContain('TEST, not binding')
  })

  it('has a signer do each thing, and refuses what the page refuses', async () => {
    const { signers } = await send({
      signers: ['ada', 'grace', 'joan'].map((name) => ({
        email: `${name}@example.com`,
        name,
        ...(name === 'ada' && { phone_e164: '+41791234567', require_sms_verification: true }),
      })),
    })
    const [ada, grace, joan] = signers.map(({ signingRequestId }) => signingRequestId) as [string, string, string]
    expect((await act(ada, { do: 'view' })).body).toMatchObject({ status: 'viewed' })
    await act(ada, { do: 'request_code' })
    expect((await act(ada, { do: 'verify_code', code: '000000' })).body).toMatchObject({
      code: 'signer_refused',
      meta: { code: 'sms_code_wrong' },
    })
    expect((await act(ada, { do: 'verify_code' })).status).toBe(200)
    expect((await act(ada, { do: 'fill', values: { nothing: 'x' } })).body).toMatchObject({ code: 'invalid_request' })
    expect((await act(grace, { do: 'hand_over', name: 'Mary', email: 'mary@example.com' })).status).toBe(200)
    expect((await act(grace, { do: 'hand_over', name: 'Mary' })).body).toMatchObject({ code: 'invalid_request' })
    expect((await act(joan, { do: 'decline', reason: 'too dear' })).body).toMatchObject({ status: 'declined' })
    expect((await act(joan, { do: 'sign' })).body).toMatchObject({ code: 'signer_refused', meta: { code: 'declined' } })
    expect((await act(randomUUID(), { do: 'sign' })).body).toMatchObject({ code: 'not_found' })
    expect((await act(ada, { do: 'sleep' })).body).toMatchObject({ code: 'invalid_request' })
    expect((await act(ada, { do: 'view', to: 'x' })).body).toMatchObject({ code: 'unknown_field' })
  })

  it('signs what asks for rows, a choice and typed answers, in every language', async () => {
    const types = ['text', 'multiline', 'number', 'money', 'date', 'boolean', 'email', 'phone', 'enum']
    const columns = types.map((type) => ({
      ...{ key: `the_${type}`, type, required: true },
      ...(type === 'enum' && { options: ['warm', 'cold'] }),
      ...(type === 'money' && { currency: 'CHF' }),
    }))
    const answers = columns.map(({ required: _, ...column }) => ({ ...column, kind: 'scalar' }))
    const table = { columns: columns.map(({ key }) => ({ key, share: 1 / columns.length })), max_rows: 20 }
    const template = leaseModel({
      boxes: [
        ...answers.map(({ key }, n) => text(key, 0.05 + n * 0.05, { slot: 1, page: 2 })),
        ...(heatingModel(true).boxes as ModelInput[]),
        itemsTable({ slot: 1, field: 'all', table }),
        signature(2, 2),
      ],
    })
    const fields = [...HEATING, ...answers, { key: 'all', kind: 'collection', max_rows: 20, columns }]
    const { id } = await lockedTemplate(server, live, { template, fields })
    for (const locale of LOCALES) {
      const made = await call<Instance>(key, 'POST', `/templates/${id}/instantiate`, {
        recipients: [{ ...LEASE_RECIPIENTS[0], locale }, LEASE_RECIPIENTS[1]],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const { document_id, recipients } = made.body
      const tenant = recipients[0]!.signing_request_id
      expect((await act(tenant, { do: 'sign', values: { heating: 'wood' } })).body).toMatchObject({
        code: 'invalid_request',
        error: 'values: "wood" is none of: gas, oil',
      })
      const given = { heating: 'oil', 'The text': 'by its label', the_multiline: 'by its key' }
      const signed = await act(tenant, { do: 'sign', values: given })
      expect(signed.body, `${locale}: ${JSON.stringify(signed.body)}`).toMatchObject({ status: 'signed' })
      const { values } = (await call<Values>(key, 'GET', `/documents/${document_id}/values`)).body
      const meant = values.flatMap(({ field_key, option, value }) =>
        option === null ? [[field_key, value]] : value === true ? [[field_key, option]] : [],
      )
      expect(Object.fromEntries(meant)).toMatchObject({
        ...{ heating: 'oil', the_text: 'by its label', the_multiline: 'by its key' },
        // Typed as people write it in the language, read as what it means.
        ...{ the_date: '2026-11-22', the_money: '1850.00' },
      })
    }
  })

  it('reminds, expires and reports when the clock is moved, in the order of time', async () => {
    await server.ctx.db.updateTable('workspaces').set({ reminders: true }).where('id', '=', key.workspaceId).execute()
    const { signers } = await send()
    await messages({ to: 'ada@example.com', wait: '20' })
    const before = server.clock.now().getTime()
    const { now, ran } = await advance('P20D')
    expect((await call<{ now: string }>(key, 'GET', '/sandbox/clock')).body.now).toBe(now)
    expect(Date.parse(now) - before).toBe(20 * DAY)
    expect(ran).toMatchObject({ remind: 3, expire: 1 })
    const kinds = (await messages()).map(({ kind, at }) => [kind, Math.round((Date.parse(at) - before) / DAY)])
    expect(kinds.filter(([kind]) => kind === 'reminder')).toEqual([12, 7, 3].map((day) => ['reminder', day]))
    expect((await call(key, 'GET', `/signing-requests/${signers[0]!.signingRequestId}`)).body.status).toBe('expired')
    await expect
      .poll(async () => (await events()).at(-1), { timeout: 30_000, interval: 200 })
      .toMatchObject({ event: 'signing_request.expired' })
    expect((await call<{ now: string }>(key, 'GET', '/sandbox/clock')).body.now).toBe(now)
    const [first] = await events()
    await advance('P90D')
    const rest = await call<{ events: unknown[] }>(key, 'GET', `/events?after=${first!.event_id}`)
    expect([rest.status, rest.body.events.at(-1)]).toMatchObject([200, { event: 'signing_request.expired' }])
  })

  it('makes the eight attempts at a webhook of 45 hours in one call', async () => {
    const failing = await startReceiver({ clock: server.clock })
    failing.answer(answer(500))
    const hooks = hooksOf(server, key)
    const hook = await hooks.subscribe(failing, '/down')
    await send({ send_emails: false })
    expect((await advance('P2D')).ran).toMatchObject({ deliver: expect.any(Number) })
    expect(await hooks.log(hook.id)).toMatchObject([{ status: 'giving_up', attempts: 8 }])
    await failing.close()
  })

  it('ends a review and deletes what the retention is for', async () => {
    const template = await lockedTemplate(server, live)
    const staged = await call<{ document_id: string }>(key, 'POST', `/templates/${template.id}/instantiate`, {
      recipients: LEASE_RECIPIENTS,
      field_values: LEASE_VALUES,
      review: true,
    })
    expect(staged.status).toBe(201)
    expect((await advance('P15D')).ran).toMatchObject({ end_reviews: 1 })
    expect((await document(staged.body.document_id)).status).toBe('discarded')
  })

  it('seals at the second attempt what is called tsa-down.pdf', async () => {
    const { documentId, signers } = await send({}, 'tsa-down.pdf')
    await act(signers[0]!.signingRequestId, { do: 'sign' })
    const status = async () => (await server.fetch(`${new URL(signers[0]!.signingUrl).pathname}/status`)).json()
    await expect
      .poll(status, { timeout: 20_000, interval: 200 })
      .toMatchObject({ sealed: false, sealError: 'sealing_in_progress' })
    await advance('PT1M')
    await sealed(documentId)
  })

  it('fails on demand for addresses and numbers', async () => {
    const { signers } = await send({
      signers: [
        { email: 'bounced+7@sandbox.test', name: 'B' },
        { email: 'nomail@sandbox.test', name: 'N' },
        { email: 'ada@example.com', name: 'L', phone_e164: '+15005550009', require_sms_verification: true },
      ],
    })
    await messages({ to: 'ada@example.com', wait: '20' })
    const request = async (n: number) =>
      (await call<{ emailed: boolean }>(key, 'GET', `/signing-requests/${signers[n]!.signingRequestId}`)).body
    expect((await request(1)).emailed).toBe(false)
    await expect.poll(async () => (await request(0)).emailed, { timeout: 20_000, interval: 200 }).toBe(false)
    const refused = await act(signers[2]!.signingRequestId, { do: 'request_code' })
    expect(refused.body).toMatchObject({ code: 'signer_refused', meta: { code: 'sms_failed', reason: 'landline' } })
  })

  it('is emptied, and keeps its key and its hooks', async () => {
    const hook = await hooksOf(server, key).subscribe(receiver, '/kept')
    const { documentId, signers } = await send()
    await act(signers[0]!.signingRequestId, { do: 'sign' })
    await sealed(documentId)
    expect((await call(key, 'DELETE', '/sandbox')).status).toBe(204)
    expect((await call(key, 'GET', `/documents/${documentId}`)).status).toBe(404)
    expect(await messages()).toEqual([])
    expect((await call(key, 'GET', '/sandbox/messages?wait=21')).body).toMatchObject({ code: 'invalid_request' })
    expect((await call(key, 'GET', '/events')).body).toMatchObject({ events: [] })
    expect((await call<{ hooks: { id: string }[] }>(key, 'GET', '/hooks')).body.hooks).toMatchObject([{ id: hook.id }])
    await send()
  })
})

describe('the clock', () => {
  it('does not go back to where a call found it, when another has moved it since', async () => {
    const key = await sandbox()
    const moving = await server.ctx.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('workspaces')
        .set({ clock_ahead_ms: 5 * DAY })
        .where('id', '=', key.workspaceId)
        .execute()
      const answer = call(key, 'PUT', '/sandbox/clock', { advance: 'P1D' })
      const waiting = async () =>
        (await sql`select from pg_locks where not granted`.execute(server.ctx.db)).rows.length > 0
      await expect.poll(waiting).toBe(true)
      return { answer }
    })
    expect((await moving.answer).body).toMatchObject({ code: 'clock_moving' })
    const { now } = (await call<{ now: string }>(key, 'GET', '/sandbox/clock')).body
    expect(Date.parse(now) - server.clock.now().getTime()).toBe(5 * DAY)
  })

  it('only moves forward, not too far, and for one call at a time', async () => {
    const key = await sandbox()
    const put = (json: unknown) => call(key, 'PUT', '/sandbox/clock', json)
    for (const move of [
      { advance: 'P101D' },
      { now: '2020-01-01T00:00:00Z' },
      {},
      { advance: 'P1D', now: '2030-01-01T00:00:00Z' },
      { advance: 'yes' },
    ]) {
      expect((await put(move)).body).toMatchObject({ code: 'invalid_request' })
    }
    expect((await put({ by: 'P1D' })).body).toMatchObject({ code: 'unknown_field' })
    for (let n = 0; n < 7; n++) expect((await put({ advance: 'P100D' })).status).toBe(200)
    expect((await put({ advance: 'P100D' })).body).toMatchObject({ code: 'invalid_request' })
    const until = new Date(server.clock.now().getTime() + DAY)
    const moving = { clock_moving_until: until }
    await server.ctx.db.updateTable('workspaces').set(moving).where('id', '=', key.workspaceId).execute()
    expect((await put({ advance: 'PT1S' })).body).toMatchObject({ code: 'clock_moving' })
  })
})

describe('sandboxes', () => {
  it('are listed, have an end, and are erased with their keys', async () => {
    const key = await sandbox({ name: 'CI 1', expires_in: 'PT1H' })
    const ends = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    const list = async () => (await call<{ sandboxes: { id: string }[] }>(live, 'GET', '/sandboxes')).body.sandboxes
    expect((await list())[0]).toMatchObject({ id: key.workspaceId, name: 'CI 1', ends_at: ends })
    expect((await call(live, 'DELETE', `/sandboxes/${key.workspaceId}`)).status).toBe(204)
    expect((await call(live, 'DELETE', `/sandboxes/${key.workspaceId}`)).status).toBe(404)
    expect((await call(live, 'DELETE', '/sandboxes/x')).status).toBe(404)
    expect((await call(key, 'GET', '/me')).status).toBe(401)
    expect((await list()).map(({ id }) => id)).not.toContain(key.workspaceId)
  })

  it('are erased when their time is over, and their keys end at that moment', async () => {
    const key = await sandbox({ expires_in: 'PT1H' })
    const start = server.clock.now()
    server.clock.advance(3_600_001)
    expect((await call(key, 'GET', '/me')).status).toBe(401)
    await server.run('prune', {})
    const left = await server.ctx.db.selectFrom('workspaces').select('id').where('id', '=', key.workspaceId).execute()
    expect(left).toEqual([])
    server.clock.set(start)
  })

  it('are not meant by the name of the live workspace, and take no template on the command line', async () => {
    const workspace = await server.workspace({ name: 'Twin' })
    const key = await server.key({ workspaceId: workspace.id })
    const made = await call<{ id: string }>(key, 'POST', '/sandboxes', { name: 'Twin' })
    expect(await findWorkspace(server.ctx.db, 'Twin')).toMatchObject({ id: workspace.id })
    const system = { kind: 'system' as const, workspaceId: made.body.id }
    const model: TemplateModel = {
      ...{ format: 1, name: 'Lease', description: null, locale: 'en', signing_mode: 'parallel' },
      ...{ expires_in_days: null, message: null, slots: [], boxes: [] },
    }
    const input = { model, fields: [], source: null, templateId: null, lock: false }
    await expect(importTemplateVerb(server.ctx, system, input)).rejects.toMatchObject({
      code: 'live_key_required',
    })
  })

  it('are erased while their documents are sealed and their mails sent', async () => {
    const erased = Array.from({ length: 8 }, async () => {
      const key = await sandbox()
      const form = createForm({ signers: ['ada', 'grace'].map((name) => ({ email: `${name}@example.com`, name })) })
      const { body } = await server.call<Created>(key, 'POST', '/v1/signing-requests', { form })
      for (const { signingRequestId } of body.signers)
        await call(key, 'POST', `/sandbox/signing-requests/${signingRequestId}/act`, { do: 'sign' })
      // The copies are being mailed.
      await expect
        .poll(async () => (await call(key, 'GET', `/documents/${body.documentId}`)).body.status, {
          timeout: 30_000,
          interval: 200,
        })
        .toBe('signed')
      return (await call(live, 'DELETE', `/sandboxes/${key.workspaceId}`)).status
    })
    expect(await Promise.all(erased)).toEqual(Array(8).fill(204))
  })

  it('are at most 20 of a workspace', async () => {
    const owner = await server.key({ workspaceId: (await server.workspace()).id })
    for (let n = 0; n < 20; n++) expect((await call(owner, 'POST', '/sandboxes', {})).status).toBe(201)
    expect((await call(owner, 'POST', '/sandboxes', {})).body).toMatchObject({ code: 'too_many_sandboxes' })
  })

  it('refuse a key of the other kind, and what they cannot be', async () => {
    const key = await sandbox()
    for (const [method, path] of [
      ['DELETE', '/sandbox'],
      ['GET', '/sandbox/messages'],
      ['GET', '/sandbox/clock'],
      ['PUT', '/sandbox/clock'],
      ['POST', `/sandbox/signing-requests/${randomUUID()}/act`],
    ] as const) {
      expect((await call(live, method, path)).body).toMatchObject({ code: 'test_key_required' })
    }
    expect((await call(key, 'POST', '/sandboxes', {})).body).toMatchObject({ code: 'live_key_required' })
    expect((await importTemplate(server, key, { template: leaseModel() })).body).toMatchObject({
      code: 'live_key_required',
    })
    expect((await call(key, 'GET', '/sandboxes')).body).toMatchObject({ code: 'live_key_required' })
    expect((await call(key, 'DELETE', `/sandboxes/${key.workspaceId}`)).body).toMatchObject({
      code: 'live_key_required',
    })
    expect((await call(live, 'POST', '/sandboxes', { expires_in: 'PT5M' })).body).toMatchObject({
      code: 'invalid_request',
    })
    expect((await call(live, 'POST', '/sandboxes', { size: 1 })).body).toMatchObject({ code: 'unknown_field' })
  })

  it('use the templates of the live workspace, which stays as it was', async () => {
    const template = await lockedTemplate(server, live)
    const key = await sandbox()
    const before = await liveRows()
    const listed = await call<{ templates: { id: string }[] }>(key, 'GET', '/templates')
    expect(listed.body.templates.map(({ id }) => id)).toContain(template.id)
    const made = await call(key, 'POST', `/templates/${template.id}/instantiate`, {
      recipients: LEASE_RECIPIENTS,
      field_values: LEASE_VALUES,
    })
    expect(made.status).toBe(201)
    await call(key, 'PUT', '/sandbox/clock', { advance: 'P30D' })
    expect(await liveRows()).toEqual(before)
  })
})

/** How many rows the live workspace has, table by table. */
async function liveRows(): Promise<Record<string, number>> {
  const tables = [
    'documents',
    'signing_requests',
    'events',
    'templates',
    'field_definitions',
    'hooks',
    'deliveries',
    'sms_usage',
    'outbox',
  ] as const
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where workspace_id = ${live.workspaceId}`.execute(
      server.ctx.db,
    )
    return [table, rows[0]!.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

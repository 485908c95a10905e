import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { DomainError } from '../../server/domain/errors.ts'
import { confirmDocument } from '../../server/domain/instances/confirm.ts'
import { listReviews, readReview } from '../../server/domain/instances/review.ts'
import { type ReviewEdits, reviseInstance } from '../../server/domain/instances/revise.ts'
import { readAudit } from '../../server/domain/records/audit.ts'
import { unlockTemplate } from '../../server/domain/templates/lifecycle.ts'
import type { components } from '../../server/generated/openapi.ts'
import { REVIEW } from '../../server/limits.ts'
import { readDocument, Signer, willing } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  FILE_MODEL,
  generate,
  instantiate,
  itemsTable,
  LEASE_RECIPIENTS,
  LEASE_VALUES,
  leaseModel,
  lockedTemplate,
  signature,
  staged,
  text,
} from '../support/templates.ts'

type Confirmed = components['schemas']['Confirmed']

let server: TestServer
let key: TestKey
let templateId: string
let actor: UserActor
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const workspace = await server.workspace()
  key = await server.key({ workspaceId: workspace.id })
  templateId = (await lockedTemplate(server, key)).id
  actor = await personOf(server, workspace, 'member')
})

async function stage(more: Record<string, unknown> = {}): Promise<string> {
  return (await staged(server, key, templateId, more)).document_id!
}
const edits = (more: Partial<ReviewEdits> = {}): ReviewEdits => ({
  revision: 0,
  recipients: [],
  fieldValues: LEASE_VALUES,
  ...more,
})
const codeOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`no refusal: ${String(error)}`)
  return error.code
}
const confirm = (id: string, json: object = {}) =>
  server.call<Confirmed>(key, 'POST', `/v1/documents/${id}/confirm`, { json })
async function pagesOf(id: string): Promise<string[]> {
  const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/file`)
  return (await pdfJsTexts(body)).map((page) => page.map(({ text }) => text).join(' '))
}

describe('staged.row-3: a reviewer changes what was staged', () => {
  it('values are printed anew, tables grow, and the fields of signers follow their pages', async () => {
    const id = await stage()
    const { document: before } = await readReview(server.ctx, actor, id)
    const items = Array.from({ length: 60 }, (_, row) => ({ what: `Item ${row + 1}`, amount: '1' }))
    const fieldValues = { ...LEASE_VALUES, tenant_name: 'Hedy Lamarr', items, iban: 'CH93' }
    await reviseInstance(server.ctx, actor, id, edits({ fieldValues }))
    const texts = (await pagesOf(id)).join('\n')
    expect(texts).toContain('Hedy Lamarr')
    expect(texts).toContain('Item 60')
    expect(texts).not.toContain('Ada Lovelace')
    const review = await readReview(server.ctx, actor, id)
    expect(review.document).toMatchObject({ review_revision: 1, original_sha256: before.original_sha256 })
    expect(review.document.page_count).toBeGreaterThan(before.page_count)
    expect(review.values).toMatchObject({ tenant_name: 'Hedy Lamarr', iban: 'CH93' })

    // What was confirmed is signed and sealed like any other.
    const { body } = await confirm(id)
    for (const { signing_url: url } of body.recipients) {
      const signer = new Signer(server, url!)
      const done = await signer.sign({
        values: (field) => (field.kind === 'text' ? { type: 'text', text: 'CH94' } : willing(field, 'Ada')),
      })
      expect(done.status, JSON.stringify(done.body)).toBe(200)
    }
    await server.work()
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'signed' })
    // The trail names the file that was confirmed, not the one that was staged, as a part of the sealed one.
    const { body: sealed } = await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/signed`)
    const { body: audit } = await server.call<{ events: AuditEvent[] }>(key, 'GET', `/v1/documents/${id}/audit-events`)
    const { roots } = server.ctx.sealer.certificates()
    const report = await verifyPdf(new Uint8Array(sealed), { roots, audit: audit.events })
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
    const confirmed = audit.events.find(({ type }) => type === 'confirmed')!.meta as { sha256: string }
    expect(confirmed.sha256).toBe(review.document.sha256)
    expect((await trail(id)).find(({ type }) => type === 'review_edited')?.meta).toMatchObject({
      fields: ['tenant_name', 'iban', 'items'],
      slots: [],
    })
  })

  it('recipients: another address gets another link, and is told who was changed', async () => {
    const id = await stage()
    const recipients = [{ at: 'recipients[0]', slot: 1, email: 'eve@example.com', name: 'Eve' }]
    await reviseInstance(server.ctx, actor, id, edits({ recipients }))
    const { signers } = await readReview(server.ctx, actor, id)
    expect(signers.map(({ email, name, link_version: link }) => [email, name, link])).toEqual([
      ['eve@example.com', 'Eve', 2],
      ['grace@example.com', 'Grace Hopper', 1],
    ])
    expect((await confirm(id)).body.recipients[0]).toMatchObject({ email: 'eve@example.com', status: 'pending' })
    expect((await trail(id)).find(({ type }) => type === 'review_edited')?.meta).toMatchObject({
      fields: [],
      slots: ['1'],
    })
  })

  it('a file', async () => {
    const { id: fileTemplate } = await lockedTemplate(server, key, { template: FILE_MODEL })
    const { headers } = await generate(server, key, fileTemplate, { review: true })
    const id = headers.get('x-document-id')!
    await reviseInstance(server.ctx, actor, id, edits({ fieldValues: { ...LEASE_VALUES, tenant_name: 'Hedy' } }))
    expect((await pagesOf(id)).join('\n')).toContain('Hedy')
    expect((await confirm(id)).status).toBe(200)
  })

  it('what a send would refuse is refused, and nothing changes', async () => {
    const id = await stage()
    const bad: [Partial<ReviewEdits>, string][] = [
      [{ fieldValues: { tenant_name: 'Ada' } }, 'template_input_invalid'],
      [{ recipients: [{ at: 'recipients[0]', slot: 1, email: 'ada' }] }, 'invalid_recipients'],
      [{ revision: 7 }, 'values_changed'],
    ]
    for (const [given, code] of bad)
      expect(await codeOf(reviseInstance(server.ctx, actor, id, edits(given)))).toBe(code)
    const { document, signers, values } = await readReview(server.ctx, actor, id)
    expect([document.review_revision, signers[0]!.email, values]).toEqual([0, 'ada@example.com', LEASE_VALUES])
  })

  it('confirm.interactive-table-requires-sequential: rows that would leave the table to a signer cannot be taken out', async () => {
    const boxes = [itemsTable({ slot: 1 }), signature(1), signature(2)]
    const template = leaseModel({ signing_mode: 'parallel', boxes })
    templateId = (await lockedTemplate(server, key, { template })).id
    const id = await stage({ field_values: { items: [{ what: 'Deposit' }] } })
    const open = reviseInstance(server.ctx, actor, id, edits({ fieldValues: {} }))
    expect(await codeOf(open)).toBe('interactive-table-requires-sequential')
    expect((await pagesOf(id)).join(' ')).toContain('Deposit')
    expect((await confirm(id)).body.recipients).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  })

  it('of two edits of the same version one wins', async () => {
    const id = await stage()
    const as = (name: string) =>
      reviseInstance(server.ctx, actor, id, edits({ fieldValues: { ...LEASE_VALUES, tenant_name: name } }))
    const outcomes = await Promise.allSettled([as('One'), as('Two')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = outcomes[0]!.status === 'fulfilled' ? 'One' : 'Two'
    expect((await pagesOf(id)).join('\n')).toContain(winner)
    expect((await readReview(server.ctx, actor, id)).values).toMatchObject({ tenant_name: winner })
  })

  it('is over with the decision, and with the window', async () => {
    const [confirmed, discarded, late] = [await stage(), await stage(), await stage()]
    await confirm(confirmed)
    await server.call(key, 'POST', `/v1/documents/${discarded}/discard`)
    const revise = (id: string) => codeOf(reviseInstance(server.ctx, actor, id, edits()))
    expect(await revise(confirmed)).toBe('already_confirmed')
    expect(await revise(discarded)).toBe('discarded')
    const before = server.clock.now()
    server.clock.advance(REVIEW.windowMs)
    expect(await revise(late)).toBe('review_expired')
    expect((await readReview(server.ctx, actor, late)).document).toMatchObject({ review_reason: 'expired' })
    server.clock.set(before)
  })

  it('goes on from the version it was made from, whatever became of the template', async () => {
    const id = await stage()
    await unlockTemplate(server.ctx, actor, templateId)
    await reviseInstance(server.ctx, actor, id, edits({ fieldValues: { ...LEASE_VALUES, tenant_name: 'Hedy' } }))
    expect((await pagesOf(id)).join('\n')).toContain('Hedy')
  })
})

describe('confirm', () => {
  it('writes what was filled in for a signer in their language, when that is changed', async () => {
    const fields = [{ key: 'rent', kind: 'scalar', type: 'money', currency: 'CHF' }]
    const boxes = [text('rent', 0.1, { slot: 1 }), signature(1), signature(2)]
    templateId = (await lockedTemplate(server, key, { template: leaseModel({ boxes }), fields })).id
    const id = await stage({ field_values: { rent: '1850' } })
    const { status, body } = await confirm(id, { recipients: [{ slot: 1, locale: 'de' }] })
    expect(status, JSON.stringify(body)).toBe(200)
    const { fields: shown } = await new Signer(server, body.recipients[0]!.signing_url!).data()
    const value = shown.find(({ kind }) => kind === 'text')!.value
    expect(value?.type === 'text' && value.text.replaceAll('\u00a0', ' ')).toBe('1.850,00 CHF')
  })

  it('confirm.template_input_invalid: a language in which what was filled in does not fit; nothing changes', async () => {
    const fields = [{ key: 'since', kind: 'scalar', type: 'date' }]
    const since = text('since', 0.1, { slot: 1, w: 0.14, h: 0.015, format: 'date_long' })
    const template = leaseModel({ boxes: [since, signature(1), signature(2)] })
    templateId = (await lockedTemplate(server, key, { template, fields })).id
    // September 30, 2026; 30 de septiembre de 2026.
    const field_values = { since: '2026-09-30' }
    const id = await stage({ field_values })
    const spanish = { recipients: [{ slot: 1, locale: 'es' }] }
    const refusal = {
      status: 422,
      body: {
        code: 'template_input_invalid',
        problems: [{ field: 'since', code: 'too_long', meta: { fits: expect.any(Number) } }],
      },
    }
    expect(await confirm(id, spanish)).toMatchObject(refusal)
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged', signers: [{ locale: 'en' }, {}] })
    expect((await confirm(id, { recipients: [{ slot: 1, locale: 'fr' }] })).status).toBe(200)

    // Nor is it sent, and the dry run says so.
    const recipients = [{ ...LEASE_RECIPIENTS[0], locale: 'es' }, LEASE_RECIPIENTS[1]]
    for (const validate_only of [true, false])
      expect(await instantiate(server, key, templateId, { field_values, recipients, validate_only })).toMatchObject(
        refusal,
      )
  })

  it('of a document that was edited since it was seen is refused', async () => {
    const id = await stage()
    const request = { recipients: [], sendEmails: null, expiresInDays: null, warnings: [] }
    await reviseInstance(server.ctx, actor, id, edits())
    expect(await codeOf(confirmDocument(server.ctx, actor, id, { ...request, revision: 0 }))).toBe('values_changed')
    await confirmDocument(server.ctx, actor, id, { ...request, revision: 1 })
    expect((await readReview(server.ctx, actor, id)).document).toMatchObject({
      review_state: 'confirmed',
      review_actor: 'user',
      review_decided_by: actor.userId,
    })
  })
})

it('what waits is listed, the least time first', async () => {
  const first = await stage({ title: 'First' })
  server.clock.advance(3_600_000)
  const second = await stage({ title: 'Second', recipients: LEASE_RECIPIENTS.map(({ name: _, ...rest }) => rest) })
  const gone = await stage()
  await server.call(key, 'POST', `/v1/documents/${gone}/discard`)
  const { reviews, more } = await listReviews(server.ctx, actor, null)
  expect(more).toBe(false)
  expect(reviews).toMatchObject([
    { id: first, title: 'First', signers: ['Ada Lovelace', 'Grace Hopper'] },
    { id: second, title: 'Second', signers: ['ada@example.com', 'grace@example.com'] },
  ])
  expect((await listReviews(server.ctx, actor, { at: reviews[0]!.expiresAt, id: first })).reviews).toHaveLength(1)
})

/** The document's audit trail, also before anybody was invited. */
const trail = (id: string) => readAudit(server.ctx.db, id)

import { describe, expect, test } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { eraseDocument } from '../../server/domain/documents/erase.ts'
import { replacementsOf } from '../../server/domain/documents/replacements.ts'
import { editDraft, placeDraftFields, placementState } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { sendDraft } from '../../server/domain/drafts/send.ts'
import { detachDraft, sendAgain } from '../../server/domain/drafts/send-again.ts'
import { listWork } from '../../server/domain/records/workspaces/log.ts'
import { withdrawSigningRequest } from '../../server/domain/signing/withdraw.ts'
import { markedPdf } from '../support/drafts.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { personOf } from '../support/people.ts'
import type { Receiver } from '../support/receiver.ts'
import { refusal } from '../support/refusal.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import {
  HEATING,
  instantiate,
  LEASE_FIELDS,
  leaseModel,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'
import { useReceiver } from '../support/use-server.ts'

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant', reference: 'cust-17' }
const IBAN = { field_key: 'iban', max_length: 34 }
const GRACE = { email: 'grace@example.com', role: 'landlord', locale: 'de' }

let server: TestServer
let receiver: Receiver
let olga: UserActor
let key: TestKey
useReceiver(async (started) => {
  ;({ server, receiver } = started)
  const workspace = await server.workspace()
  olga = await personOf(server, workspace, 'member')
  key = await server.key({ workspaceId: workspace.id })
})

async function draftOf(documentId: string, actor = olga): Promise<DraftRow> {
  return (await openDraft(server.ctx, actor, await sendAgain(server.ctx, actor, documentId))).draft
}
const resend = async (documentId: string) => {
  const { id, revision } = await draftOf(documentId)
  const [created] = await sendDraft(server.ctx, olga, id, revision)
  return created!
}
const statuses = async (documentId: string) =>
  (await readDocument(server, key, documentId)).signers.map(({ status }) => status)
const signerOf = (created: Created, at = 0) => new Signer(server, created.signers[at]!.signingUrl)

describe('sending a document again', () => {
  test('makes a new one with everything that the call said, and withdraws what is open of the old one', async () => {
    const boxes = [
      { role: 'tenant', kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05 },
      {
        role: 'tenant',
        kind: 'text',
        page: 1,
        x: 0.1,
        y: 0.3,
        w: 0.3,
        h: 0.03,
        label: 'Iban',
        required: false,
        ...IBAN,
      },
      { role: 'landlord', kind: 'signature', page: 2, x: 0.5, y: 0.5, w: 0.3, h: 0.05 },
    ]
    const terms = {
      title: 'عقد إيجار الشقة',
      message: 'Bitte unterschreiben',
      signing_mode: 'parallel',
      metadata: { deal: 'D-17', floor: 3 },
      expires_in_days: 12,
      observer_emails: ['eva@example.com'],
    }
    const old = await send(
      server,
      key,
      { signers: [ADA, GRACE], placement: 'explicit', fields: boxes, ...terms },
      makePdf({ pages: 2 }),
    )
    await signerOf(old, 1).sign({ name: 'Grace Hopper' })
    const hooks = hooksOf(server, key)
    await hooks.subscribe(receiver, '/again')
    const draft = await draftOf(old.documentId)
    expect(await statuses(old.documentId)).toEqual(['pending', 'signed'])
    const [created] = await sendDraft(server.ctx, olga, draft.id, draft.revision)
    const { document, signers, fields } = created!
    const before = await server.ctx.db
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', old.documentId)
      .executeTakeFirstOrThrow()
    for (const same of [
      'title',
      'filename',
      'message',
      'metadata',
      'observers',
      'expires_in_days',
      'placement',
      'original_sha256',
    ] as const)
      expect([same, document[same]]).toEqual([same, before[same]])
    expect(document).toMatchObject({ source: 'dashboard', sent_by: olga.userId })
    expect((await replacementsOf(server.ctx, olga, document.id)).before?.document.id).toBe(old.documentId)
    expect((await replacementsOf(server.ctx, olga, old.documentId)).after.map((one) => one.document.id)).toEqual([
      document.id,
    ])
    expect(signers).toMatchObject([
      { email: ADA.email, name: 'Ada Lovelace', role: 'tenant', reference: 'cust-17', status: 'pending' },
      { email: GRACE.email, role: 'landlord', locale: 'de', status: 'pending' },
    ])
    expect(fields).toMatchObject([
      { kind: 'signature', page: 1, x: 0.1, field_key: null, required: true },
      { kind: 'text', page: 1, y: 0.3, label: 'Iban', field_key: 'iban', max_length: 34, required: false },
      { kind: 'signature', page: 2, x: 0.5 },
    ])
    expect(await statuses(old.documentId)).toEqual(['withdrawn', 'signed'])
    await server.work()
    const told = receiver.deliveries.map(({ event }) => [event.event, event.document_id, event.withdrawn_by])
    expect(told).toContainEqual(['signing_request.withdrawn', old.documentId, 'sender'])
    expect(told.filter(([event]) => event === 'signing_request.withdrawn')).toHaveLength(1)
    const trail = await server.call<{ events: { type: string; meta: { reason?: string } }[] }>(
      key,
      'GET',
      `/v1/documents/${old.documentId}/audit-events`,
    )
    expect(trail.body.events.at(-1)?.type).toBe('email_sent')
    expect(trail.body.events.find(({ type }) => type === 'withdrawn')?.meta.reason).toBe(`replaced by ${document.id}`)
    const { entries } = await listWork(server.ctx, olga, null)
    expect(entries[0]).toMatchObject({ who: 'Olga', action: 'document.sent_again', target: terms.title })
  })

  test('asks people one after the other in the order of before, each in their own fields', async () => {
    const boxes = [ADA, GRACE].map(({ role }, at) => ({
      ...{ role, kind: 'signature', page: 1, x: 0.1 + at / 2, y: 0.1, w: 0.3, h: 0.05 },
    }))
    const signers = [
      { ...ADA, signing_order: 7 },
      { ...GRACE, signing_order: 2 },
    ]
    const fields = { signing_mode: 'sequential', placement: 'explicit', fields: boxes, signers }
    const old = await send(server, key, fields)
    const again = await resend(old.documentId)
    const asked = (one: typeof again) =>
      one.signers.map(({ id, email, reference, signing_order, status }) => ({
        ...{ email, reference, signing_order, status },
        x: one.fields.find(({ signing_request_id }) => signing_request_id === id)?.x,
      }))
    const expected = [
      { email: GRACE.email, reference: null, signing_order: 1, status: 'pending', x: 0.6 },
      { email: ADA.email, reference: 'cust-17', signing_order: 2, status: 'queued', x: 0.1 },
    ]
    expect(asked(again)).toEqual(expected)
    expect(asked(await resend(again.document.id))).toEqual(expected)
  })

  test('finds its markers again, and the page that is added', async () => {
    const marked = await send(server, key, { signers: [ADA, GRACE] }, markedPdf('tenant', 'landlord'))
    const again = await resend(marked.documentId)
    expect([again.document.placement, again.found, again.document.page_count]).toEqual(['anchors', 2, 1])
    const added = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
    const appended = await resend(added.documentId)
    expect([appended.document.placement, appended.document.page_count]).toEqual(['auto_append', 2])
  })

  test('works for whatever has ended, and for what was sent again before', async () => {
    const declined = await send(server, key, { signers: [ADA] })
    await signerOf(declined).decline('Not like this')
    const withdrawn = await send(server, key, { signers: [ADA] })
    await withdrawSigningRequest(server.ctx, olga, withdrawn.signers[0]!.signingRequestId, null)
    const signed = await send(server, key, { signers: [ADA] })
    await signerOf(signed).sign()
    await server.work()
    const expired = await send(server, key, { signers: [ADA], expires_in_days: 1 })
    server.clock.advance(2 * 86_400_000)
    await server.run('expire-requests', {})
    const outcomes: [string, string][] = []
    for (const { documentId } of [declined, withdrawn, signed, expired]) {
      const { document } = await resend(documentId)
      await resend(document.id)
      outcomes.push([(await statuses(documentId))[0]!, (await statuses(document.id))[0]!])
    }
    expect(outcomes).toEqual([
      ['declined', 'withdrawn'],
      ['withdrawn', 'withdrawn'],
      ['signed', 'withdrawn'],
      ['withdrawn', 'withdrawn'],
    ])
  })

  test('takes what a template has printed, and what its boxes ask', async () => {
    const template = leaseModel({ boxes: [text('tenant_name', 0.15), signature(1), signature(2)] })
    const { id } = await lockedTemplate(server, key, { template, fields: [...LEASE_FIELDS, ...HEATING] })
    const made = await instantiate(server, key, id, { field_values: { tenant_name: 'Łukasz Żółć' } })
    expect(made.status).toBe(201)
    const { document, signers, fields } = await resend(made.body.document_id!)
    expect(document).toMatchObject({ template_id: null, placement: 'explicit', send_emails: false })
    expect(signers.map(({ email }) => email)).toEqual(['ada@example.com', 'grace@example.com'])
    expect(fields).toHaveLength(2)
    const before = await readDocument(server, key, made.body.document_id!)
    expect(document.original_sha256).toBe(before.sha256)
  })

  test('withdraws nothing when it is refused, and nothing of a document that was let go', async () => {
    const old = await send(server, key, { signers: [ADA] })
    const draft = await draftOf(old.documentId)
    const signers = draft.model.signers.map((person) => ({ ...person, email: 'nobody' }))
    const edit = { revision: draft.revision, model: { ...draft.model, signers }, titles: {} }
    const { revision } = await editDraft(server.ctx, olga, draft.id, edit)
    expect(await refusal(sendDraft(server.ctx, olga, draft.id, revision))).toMatchObject({ code: 'invalid_request' })
    expect(await statuses(old.documentId)).toEqual(['pending'])
    const right = await editDraft(server.ctx, olga, draft.id, { ...edit, revision, model: draft.model })
    await detachDraft(server.ctx, olga, draft.id)
    await sendDraft(server.ctx, olga, draft.id, right.revision + 1)
    expect(await statuses(old.documentId)).toEqual(['pending'])
    expect(await replacementsOf(server.ctx, olga, old.documentId)).toEqual({ before: null, after: [], draftId: null })
  })

  test('rolls both back when the transaction fails at its end', async () => {
    const old = await send(server, key, { signers: [ADA] })
    const draft = await draftOf(old.documentId)
    await server.ctx.db.pool.query(`
      create function refuse_log() returns trigger language plpgsql as $$ begin raise 'no log'; end $$;
      create trigger refuse_log before insert on workspace_log for each row execute function refuse_log()`)
    try {
      expect(await refusal(sendDraft(server.ctx, olga, draft.id, draft.revision))).toMatchObject({ code: 'db_failed' })
    } finally {
      await server.ctx.db.pool.query('drop trigger refuse_log on workspace_log; drop function refuse_log')
    }
    expect(await statuses(old.documentId)).toEqual(['pending'])
    expect((await replacementsOf(server.ctx, olga, old.documentId)).after).toEqual([])
    await sendDraft(server.ctx, olga, draft.id, draft.revision)
    expect(await statuses(old.documentId)).toEqual(['withdrawn'])
  })

  test('asks nobody again who has signed meanwhile, also when it was to go out later', async () => {
    const old = await send(server, key, { signers: [ADA] })
    const draft = await draftOf(old.documentId)
    const at = new Date(server.clock.now().getTime() + 3_600_000)
    await scheduleDraft(server.ctx, olga, draft.id, { revision: draft.revision, at, zone: 'UTC' })
    await signerOf(old).sign()
    server.clock.advance(4_000_000)
    await server.work()
    const { draft: kept } = await openDraft(server.ctx, olga, draft.id)
    expect(kept).toMatchObject({ send_at: null, send_problem: expect.stringContaining('Everybody has signed') })
    const late = await refusal(sendDraft(server.ctx, olga, draft.id, kept.revision))
    expect(late).toMatchObject({ code: 'invalid_request', meta: { path: 'replaces' } })
    await detachDraft(server.ctx, olga, draft.id)
    expect(await refusal(sendDraft(server.ctx, olga, draft.id, kept.revision + 1))).toBeNull()
  })

  test('is prepared once, however many want it', async () => {
    const old = await send(server, key, { signers: [ADA] })
    const ids = await Promise.all(Array.from({ length: 4 }, () => sendAgain(server.ctx, olga, old.documentId)))
    expect(new Set(ids).size).toBe(1)
    await resend(old.documentId)
    expect(await refusal(sendAgain(server.ctx, olga, old.documentId))).toMatchObject({
      code: 'invalid_state',
      message: 'it was replaced already; send the document that replaced it again',
    })
  })

  test('sends another kind of field without what the one before asked', async () => {
    const fields = [
      { role: 'tenant', kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05 },
      { role: 'tenant', kind: 'text', page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.03, ...IBAN },
    ]
    const old = await send(server, key, { signers: [ADA], placement: 'explicit', fields })
    const draft = await draftOf(old.documentId)
    const [file] = draft.files
    const kept = { was: placementState(file!), placement: 'explicit' as const, boxes: file!.boxes }
    const boxes = file!.boxes.map((box) => (box.kind === 'text' ? { ...box, kind: 'date' as const } : box))
    await placeDraftFields(server.ctx, olga, draft.id, file!.id, kept)
    const changed = await placeDraftFields(server.ctx, olga, draft.id, file!.id, { ...kept, boxes })
    const [created] = await sendDraft(server.ctx, olga, draft.id, changed.revision)
    expect(created!.fields).toMatchObject([{ kind: 'signature' }, { kind: 'date', field_key: null, max_length: null }])
  })

  test('is refused for what is gone, waits for a review, or belongs to others', async () => {
    const workspace = await server.workspace()
    const other = await personOf(server, workspace)
    const old = await send(server, key, { signers: [ADA] })
    expect(await refusal(sendAgain(server.ctx, other, old.documentId))).toMatchObject({ code: 'not_found' })
    expect(await refusal(sendAgain(server.ctx, olga, 'x'))).toMatchObject({ code: 'not_found' })
    await withdrawSigningRequest(server.ctx, olga, old.signers[0]!.signingRequestId, null)
    const owner = { ...olga, role: 'owner' as const }
    await eraseDocument(server.ctx, owner, old.documentId)
    expect(await refusal(sendAgain(server.ctx, olga, old.documentId))).toMatchObject({ code: 'deleted_by_retention' })
    const { id } = await lockedTemplate(server, key)
    const staged = await instantiate(server, key, id, { review: true })
    expect(await refusal(sendAgain(server.ctx, olga, staged.body.document_id!))).toMatchObject({
      code: 'invalid_state',
      message: 'it has not been sent; it waits for a review',
    })
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import {
  addDraftFiles,
  createDraft,
  editDraft,
  type newPerson,
  placeDraftFields,
  placementState,
  removeDraft,
  removeDraftFile,
} from '../../server/domain/drafts/edit.ts'
import { type DraftRow, listDrafts, openDraft } from '../../server/domain/drafts/read.ts'
import { cancelSend, scheduleDraft } from '../../server/domain/drafts/schedule.ts'
import { sendDraft } from '../../server/domain/drafts/send.ts'
import { sendDueDraft } from '../../server/domain/drafts/send-due.ts'
import { momentAt } from '../../server/domain/time-zone.ts'
import { draftFor, markedPdf, uploaded } from '../support/drafts.ts'
import { readDocument } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { encryptedPdf, makePdf } from '../support/pdf-fixtures.ts'
import { personOf } from '../support/people.ts'
import type { Receiver } from '../support/receiver.ts'
import { refusal } from '../support/refusal.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useReceiver } from '../support/use-server.ts'

const DAY_MS = 86_400_000
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', role: 'tenant' }
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com', role: 'landlord' }

let server: TestServer
let receiver: Receiver
let olga: UserActor
let key: TestKey
useReceiver(async (started) => {
  ;({ server, receiver } = started)
  const workspace = await server.workspace()
  olga = await personOf(server, workspace)
  key = await server.key({ workspaceId: workspace.id })
})

const documentsOf = (draft: Pick<DraftRow, 'id'>) =>
  server.ctx.db.selectFrom('documents').selectAll().where('envelope_id', '=', draft.id).orderBy('filename').execute()

describe('a draft', () => {
  test('finds the markers of its PDFs and asks for the people they name', async () => {
    const files = [await uploaded(server, markedPdf('tenant', 'landlord')), await uploaded(server, makePdf(), 'b.pdf')]
    const { draft, refused } = await createDraft(server.ctx, olga, files)
    expect(refused).toEqual([])
    expect(draft!.files.map(({ placement, markers }) => [placement, markers.length])).toEqual([
      ['anchors', 2],
      ['auto_append', 0],
    ])
    expect(draft!.model.signers.map(({ role }) => role).sort()).toEqual(['landlord', 'tenant'])
  })

  test('keeps the ending of a file name that is cut', async () => {
    const file = await uploaded(server, makePdf(), `${'a'.repeat(250)}.PDF`)
    const { draft } = await createDraft(server.ctx, olga, [file])
    expect(draft!.files.map(({ filename }) => filename)).toEqual([`${'a'.repeat(196)}.PDF`])
  })

  test('leaves out what cannot be sent, and says why', async () => {
    const none = await createDraft(server.ctx, olga, [await uploaded(server, Buffer.from('not a PDF'), 'notes.txt')])
    expect(none).toEqual({
      draft: null,
      refused: [{ filename: 'notes.txt', message: expect.stringContaining('only PDFs and pictures (PNG, JPEG)') }],
    })
    const files = [await uploaded(server, encryptedPdf(), 'locked.pdf'), await uploaded(server, makePdf(), 'open.pdf')]
    const { draft, refused } = await createDraft(server.ctx, olga, files)
    expect(draft!.files.map(({ filename }) => filename)).toEqual(['open.pdf'])
    expect(refused).toMatchObject([{ filename: 'locked.pdf', message: expect.stringContaining('needs a password') }])
  })

  test('is seen by its workspace alone, and by no call of the API', async () => {
    const draft = await draftFor(server, olga, [ADA])
    const other = await personOf(server, await server.workspace())
    for (const id of [draft.id, randomUUID(), 'x', '%00']) {
      expect(await refusal(openDraft(server.ctx, other, id))).toMatchObject({ code: 'not_found' })
      expect(await refusal(sendDraft(server.ctx, other, id, 1))).toMatchObject({ code: 'not_found' })
    }
    expect(await listDrafts(server.ctx, other, 1)).toEqual([])
    const read = await server.call(key, 'GET', `/v1/documents/${draft.id}`)
    expect(read.status).toBe(404)
    const { db } = server.ctx
    expect(await db.selectFrom('documents').select('id').where('id', '=', draft.id).execute()).toEqual([])
  })

  test('keeps no change that was made to an older state', async () => {
    const draft = await draftFor(server, olga, [ADA])
    const edit = { revision: draft.revision, model: { ...draft.model, message: 'First' }, titles: {} }
    await editDraft(server.ctx, olga, draft.id, edit)
    const late = editDraft(server.ctx, olga, draft.id, { ...edit, model: { ...draft.model, message: 'Late' } })
    expect(await refusal(late)).toMatchObject({ code: 'values_changed' })
    expect(await refusal(sendDraft(server.ctx, olga, draft.id, draft.revision))).toMatchObject({
      code: 'values_changed',
    })
    expect((await openDraft(server.ctx, olga, draft.id)).draft.model.message).toBe('First')
  })

  test('takes more PDFs, loses some, and is deleted without a word to anybody', async () => {
    const draft = await draftFor(server, olga, [ADA])
    await addDraftFiles(server.ctx, olga, draft.id, [await uploaded(server, markedPdf('witness'), 'more.pdf')])
    const { draft: more } = await openDraft(server.ctx, olga, draft.id)
    expect(more.model.signers.map(({ role }) => role)).toEqual(['tenant', 'witness'])
    await removeDraftFile(server.ctx, olga, draft.id, draft.files[0]!.id)
    expect((await openDraft(server.ctx, olga, draft.id)).draft.files.map(({ filename }) => filename)).toEqual([
      'more.pdf',
    ])
    await removeDraft(server.ctx, olga, draft.id)
    expect(await refusal(removeDraft(server.ctx, olga, draft.id))).toMatchObject({ code: 'not_found' })
  })

  test('keeps its files while it lives, and goes after 60 days without a change', async () => {
    const { id, files } = await draftFor(server, olga, [ADA])
    const blobs = server.ctx.storage.region('eu')
    const isThere = () =>
      blobs.size(files[0]!.blob_key).then(
        () => true,
        () => false,
      )
    server.clock.advance(2 * DAY_MS)
    await server.run('prune', {})
    expect(await isThere()).toBe(true)
    server.clock.advance(59 * DAY_MS)
    await server.run('prune', {})
    expect(await refusal(openDraft(server.ctx, olga, id))).toMatchObject({ code: 'not_found' })
    // The files of the draft that is gone by now.
    await server.run('prune', {})
    expect(await isThere()).toBe(false)
  })
})

describe('sending it', () => {
  test('makes a document of each PDF, with one envelope and events without a source', async () => {
    const hooks = hooksOf(server, key)
    await hooks.subscribe(receiver, '/sent')
    const names = ['a.pdf', 'b.pdf']
    const draft = await draftFor(server, olga, [ADA, GRACE], { names, signing_mode: 'sequential', message: 'Hello' })
    const created = await sendDraft(server.ctx, olga, draft.id, draft.revision)
    expect(created).toHaveLength(2)
    await server.work()
    const documents = await documentsOf(draft)
    expect(documents.map(({ title, source, sent_by, message }) => [title, source, sent_by, message])).toEqual([
      ['a', 'dashboard', olga.userId, 'Hello'],
      ['b', 'dashboard', olga.userId, 'Hello'],
    ])
    const bodies = receiver.deliveries.map(({ event }) => event)
    expect(bodies.map(({ event }) => event)).toEqual(['signing_request.sent', 'signing_request.sent'])
    for (const body of bodies) expect(JSON.stringify(body)).not.toContain('"source"')
    const read = await readDocument(server, key, documents[0]!.id)
    expect(
      (await Promise.all(documents.map(({ id }) => readDocument(server, key, id)))).map((one) => one.envelopeId),
    ).toEqual([draft.id, draft.id])
    expect(read).toMatchObject({ source: 'dashboard', signers: [{ status: 'pending' }, { status: 'queued' }] })
    expect(await refusal(sendDraft(server.ctx, olga, draft.id, draft.revision))).toMatchObject({ code: 'not_found' })
  })

  test('asks in each PDF those whom its markers or fields name', async () => {
    const files = [
      await uploaded(server, markedPdf('tenant', 'landlord'), 'both.pdf'),
      await uploaded(server, markedPdf('tenant'), 'one.pdf'),
      await uploaded(server, makePdf(), 'placed.pdf'),
    ]
    const { draft } = await createDraft(server.ctx, olga, files)
    const known = [ADA, GRACE]
    const signers = draft!.model.signers.map((person) => ({
      ...person,
      ...known.find(({ role }) => role === person.role),
    }))
    const edit = {
      revision: draft!.revision,
      model: { ...draft!.model, signers },
      titles: { [draft!.files[2]!.id]: 'Placed' },
    }
    await editDraft(server.ctx, olga, draft!.id, edit)
    const landlord = signers.find(({ role }) => role === 'landlord')!
    const place = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, required: true, label: null }
    const boxes = [{ id: randomUUID(), kind: 'signature' as const, signer: landlord.id, ...place }]
    const placed = await placeDraftFields(server.ctx, olga, draft!.id, draft!.files[2]!.id, {
      was: placementState(draft!.files[2]!),
      placement: 'explicit',
      boxes,
    })
    const created = await sendDraft(server.ctx, olga, draft!.id, placed.revision)
    expect(
      created.map(({ document, signers }) => [document.title, document.placement, signers.map(({ role }) => role)]),
    ).toEqual([
      ['both', 'anchors', signers.map(({ role }) => role)],
      ['one', 'anchors', ['tenant']],
      ['Placed', 'explicit', ['landlord']],
    ])
    expect(created[2]!.fields).toMatchObject([{ kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05 }])
  })

  test('is refused with the place of the mistake, and keeps the draft', async () => {
    const cases: [Partial<ReturnType<typeof newPerson>>[], string][] = [
      [[{ ...ADA, email: '' }], 'signers[0].email'],
      [[ADA, { ...GRACE, email: 'grace' }], 'signers[1].email'],
      [[{ ...ADA, phone: '079' }], 'signers[0].phone_e164'],
      [[{ ...ADA, sms_code: true }], 'signers[0].phone_e164'],
      [[ADA, { ...GRACE, role: 'tenant' }], 'signers[1].role'],
      [[], 'signers'],
    ]
    for (const [people, path] of cases) {
      const draft = await draftFor(server, olga, people)
      const found = await refusal(sendDraft(server.ctx, olga, draft.id, draft.revision))
      expect(found).toMatchObject({ code: 'invalid_request', meta: { path } })
      expect((await openDraft(server.ctx, olga, draft.id)).draft).toMatchObject({
        revision: draft.revision,
        sending_until: null,
      })
    }
    const draft = await draftFor(server, olga, [ADA, GRACE])
    const [file] = draft.files
    const { revision } = await placeDraftFields(server.ctx, olga, draft.id, file!.id, {
      was: placementState(file!),
      placement: 'explicit',
      boxes: [],
    })
    const found = await refusal(sendDraft(server.ctx, olga, draft.id, revision))
    expect(found).toMatchObject({ meta: { path: 'signers[0].role' } })
  })

  test('is refused, now and for later, while one of its PDFs has nobody who signs it, or a code could not be sent', async () => {
    const draft = await draftFor(server, olga, [ADA], { names: ['ours.pdf', 'theirs.pdf'] })
    const file = draft.files[1]!
    const edit = { was: placementState(file), placement: 'explicit' as const, boxes: [] }
    const { revision } = await placeDraftFields(server.ctx, olga, draft.id, file.id, edit)
    const coded = await draftFor(server, olga, [{ ...ADA, sms_code: true, phone: '+41791234567' }])
    const withoutSms = { ...server.ctx, sms: { ...server.ctx.sms, kind: 'none' as const } }
    const at = new Date(server.clock.now().getTime() + 3_600_000)
    for (const [ctx, one, meta] of [
      [server.ctx, { ...draft, revision }, { path: `title.${file.id}` }],
      [withoutSms, coded, { path: 'signers[0].sms_code' }],
    ] as const) {
      const refused = { code: 'invalid_request', meta }
      expect(await refusal(sendDraft(ctx, olga, one.id, one.revision))).toMatchObject(refused)
      const later = scheduleDraft(ctx, olga, one.id, { revision: one.revision, at, zone: 'UTC' })
      expect(await refusal(later)).toMatchObject(refused)
    }
  })

  test('counts every document of the envelope against the plan, and sends all or none', async () => {
    server.ctx.config.plans.two = {
      document_cap: 2,
      enterprise: true,
      sms_monthly: 0,
      requests_per_minute: 60,
      without: [],
    }
    const workspace = await server.workspace({ tier: 'two' })
    const actor = await personOf(server, workspace)
    const draft = await draftFor(server, actor, [ADA], { names: ['a.pdf', 'b.pdf', 'c.pdf'] })
    expect(await refusal(sendDraft(server.ctx, actor, draft.id, draft.revision))).toMatchObject({
      code: 'tier_required',
    })
    expect(await documentsOf(draft)).toEqual([])
    const blobs: string[] = []
    for await (const { key } of server.ctx.storage.region('eu').list(`${workspace.id}/`)) blobs.push(key)
    expect(blobs.sort()).toEqual(draft.files.map(({ blob_key }) => blob_key).sort())
  })

  test('happens once, however many send it at the same time', async () => {
    const draft = await draftFor(server, olga, [ADA], { names: ['a.pdf', 'b.pdf'] })
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => refusal(sendDraft(server.ctx, olga, draft.id, draft.revision))),
    )
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(await documentsOf(draft)).toHaveLength(2)
  })
})

describe('sending it later', () => {
  const inAnHour = () => new Date(server.clock.now().getTime() + 3_600_000)
  async function scheduled(actor: UserActor, people = [ADA]): Promise<DraftRow> {
    const { id, revision } = await draftFor(server, actor, people, { names: ['a.pdf', 'b.pdf'] })
    await scheduleDraft(server.ctx, actor, id, { revision, at: inAnHour(), zone: 'Europe/Zurich' })
    return (await openDraft(server.ctx, actor, id)).draft
  }
  const mailsTo = async (email: string) => (await server.outbox()).filter(({ recipient }) => recipient === email)

  test('happens at its time, once', async () => {
    await server.work()
    const before = (await mailsTo(ADA.email)).length
    const draft = await scheduled(olga)
    server.clock.advance(3_500_000)
    await server.work()
    expect(await documentsOf(draft)).toEqual([])
    const locked = editDraft(server.ctx, olga, draft.id, { revision: draft.revision, model: draft.model, titles: {} })
    expect(await refusal(locked)).toMatchObject({ code: 'invalid_state' })
    server.clock.advance(200_000)
    await server.work()
    await server.run('send-draft', { draftId: draft.id })
    await server.run('reconcile', {})
    await server.work()
    const documents = await documentsOf(draft)
    expect(documents.map(({ sent_by, source }) => [sent_by, source])).toEqual(Array(2).fill([olga.userId, 'dashboard']))
    expect((await mailsTo(ADA.email)).length).toBe(before + 2)
  })

  test('does not happen once it was cancelled, and leaves no event', async () => {
    const draft = await scheduled(olga)
    const events = () => server.ctx.db.selectFrom('events').select('id').execute()
    const before = await events()
    await cancelSend(server.ctx, olga, draft.id)
    server.clock.advance(4_000_000)
    await server.work()
    expect([await documentsOf(draft), await events()]).toEqual([[], before])
    expect((await openDraft(server.ctx, olga, draft.id)).draft).toMatchObject({ send_at: null, send_problem: null })
  })

  test('and cancelling it at the same moment, again and again: either it is sent or it is cancelled', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 16; round++) {
      const draft = await scheduled(olga)
      server.clock.advance(4_000_000)
      const sending = sendDueDraft(server.ctx, draft.id, { last: false })
      // Each round a little later into the sending.
      for (let turn = 0; turn < round * round; turn++) await new Promise(setImmediate)
      const refused = await refusal(cancelSend(server.ctx, olga, draft.id))
      await sending
      const sent = (await documentsOf(draft)).length
      const kept = await refusal(openDraft(server.ctx, olga, draft.id))
      outcomes.push(JSON.stringify([refused?.code === 'not_found' ? 'invalid_state' : refused?.code, sent, kept?.code]))
    }
    const [cancelled, gone] = [
      [undefined, 0, undefined],
      ['invalid_state', 2, 'not_found'],
    ].map((one) => JSON.stringify(one))
    expect(outcomes.filter((one) => one !== cancelled && one !== gone)).toEqual([])
    expect(outcomes).toContain(gone)
  })

  test('that fails keeps the draft, and tells its author', async () => {
    server.ctx.config.plans.none = {
      document_cap: 0,
      enterprise: true,
      sms_monthly: 0,
      requests_per_minute: 60,
      without: [],
    }
    const workspace = await server.workspace({ tier: 'none' })
    const actor = await personOf(server, workspace)
    const draft = await scheduled(actor)
    server.clock.advance(4_000_000)
    await server.work()
    const { draft: kept } = await openDraft(server.ctx, actor, draft.id)
    expect(kept).toMatchObject({ send_at: null, send_problem: expect.stringContaining('0 of its 0 documents') })
    const mails = await mailsTo(`owner@${workspace.id}.example.com`)
    expect(mails.map(({ subject }) => subject)).toEqual(['Not sent: a'])
    expect(mails[0]!.body).toContain(`/documents/drafts/${draft.id}`)
  })

  test('is not done in the name of somebody who has left', async () => {
    const workspace = await server.workspace()
    const member = await personOf(server, workspace, 'member')
    await personOf(server, workspace)
    const draft = await scheduled(member)
    await server.ctx.db.deleteFrom('memberships').where('user_id', '=', member.userId).execute()
    server.clock.advance(4_000_000)
    await server.work()
    expect(await documentsOf(draft)).toEqual([])
    expect((await mailsTo(`owner@${workspace.id}.example.com`)).map(({ subject }) => subject)).toEqual(['Not sent: a'])
  })

  test('has its job again when that was lost', async () => {
    const draft = await scheduled(olga)
    await server.ctx.db.pool.query('delete from graphile_worker._private_jobs')
    server.clock.advance(4_000_000)
    await server.run('reconcile', {})
    await server.run('reconcile', {})
    await server.work()
    expect(await documentsOf(draft)).toHaveLength(2)
  })

  test('is refused for people without an address, and for times that cannot be', async () => {
    const { id, revision } = await draftFor(server, olga, [{ ...ADA, email: '' }])
    const later = (schedule: object) =>
      refusal(scheduleDraft(server.ctx, olga, id, { revision, at: inAnHour(), zone: 'UTC', ...schedule }))
    expect(await later({})).toMatchObject({ meta: { path: 'signers[0].email' } })
    const now = server.clock.now()
    for (const at of [now, new Date(Number.NaN), new Date(now.getTime() + 400 * DAY_MS)]) {
      expect(await later({ at })).toMatchObject({ meta: { path: 'at' } })
    }
    expect(await later({ zone: 'Mars/Olympus' })).toMatchObject({ meta: { path: 'zone' } })
  })
})

test('a time is that of the place, also where clocks change', () => {
  const cases = [
    ['2026-07-01T09:00', 'Europe/Zurich', '2026-07-01T07:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Zurich', '2026-10-25T00:30:00.000Z'],
    ['2026-01-01T00:15', 'Pacific/Kiritimati', '2025-12-31T10:15:00.000Z'],
    ['2026-01-01T00:15', 'America/St_Johns', '2026-01-01T03:45:00.000Z'],
  ] as const
  for (const [local, zone, expected] of cases)
    expect([local, momentAt(local, zone).toISOString()]).toEqual([local, expected])
  for (const text of ['', 'x', '2026-13-01T00:00', '2026-01-01T00:00:00'])
    expect(momentAt(text, 'UTC').getTime()).toBeNaN()
})

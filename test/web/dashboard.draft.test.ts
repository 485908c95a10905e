import { beforeEach, describe, expect, test } from 'vitest'
import type { TemplateModel } from '../../server/domain/templates/model.ts'
import type { TemplateProblem } from '../../server/domain/templates/problem.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { importTemplate, LEASE_FIELDS, leaseModel } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let key: TestKey
let ada: DashboardUser
let grace: DashboardUser
let id: string
let model: TemplateModel

useStage((stage) => {
  ;({ server } = stage)
})
beforeEach(async () => {
  const { id: workspaceId } = await server.workspace()
  key = await server.key({ workspaceId })
  ada = await signIn(server, { workspaceId, name: 'Ada Author', role: 'member' })
  grace = await signIn(server, { workspaceId, name: 'Grace Editor' })
  id = (await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })).body.id
  model = (await stored()).draft as TemplateModel
})

const stored = () => server.ctx.db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

interface Answer {
  code?: string
  revision: number
  problems: TemplateProblem[]
  theirs?: { revision: number; model: TemplateModel; by: string | null; at: string }
}

async function save(who: DashboardUser, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/templates/${id}/draft`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: {
      cookie: who.cookie,
      origin: server.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    redirect: 'manual',
  })
  return { status: answer.status, body: (answer.status === 303 ? {} : await answer.json()) as Answer }
}

describe('saving a draft', () => {
  test('keeps an unfinished model and answers what keeps it from being locked', async () => {
    const unfinished = { ...model, name: 'Mietvertrag', boxes: model.boxes.filter(({ kind }) => kind !== 'signature') }
    const { status, body } = await save(ada, { revision: 1, model: unfinished })
    expect([status, body.revision]).toEqual([200, 2])
    expect(body.problems.map(({ code, slot }) => [code, slot])).toEqual([
      ['slot_without_signature', 1],
      ['slot_without_boxes', 2],
    ])
    expect(await stored()).toMatchObject({ name: 'Mietvertrag', revision: 2, draft: unfinished })
  })

  test('names the fields it uses', async () => {
    await save(ada, { revision: 1, model: { ...model, boxes: model.boxes.filter(({ field }) => field === 'iban') } })
    const uses = await server.ctx.db.selectFrom('template_uses').select('key').where('template_id', '=', id).execute()
    expect(uses).toEqual([{ key: 'iban' }])
  })

  test('is refused when somebody else has saved since, with their model, name and time', async () => {
    const theirs = { ...model, name: 'Theirs' }
    await save(grace, { revision: 1, model: theirs })
    const { status, body } = await save(ada, { revision: 1, model: { ...model, name: 'Mine' } })
    expect([status, body.code]).toEqual([409, 'values_changed'])
    expect(body.theirs).toEqual({
      revision: 2,
      model: theirs,
      by: 'Grace Editor',
      at: server.clock.now().toISOString(),
    })
    expect((await stored()).name).toBe('Theirs')
  })

  test('is refused when a program has replaced the draft since', async () => {
    await importTemplate(server, key, { template: leaseModel({ name: 'Again' }), template_id: id })
    const { status, body } = await save(ada, { revision: 1, model })
    expect([status, body.theirs?.by, body.theirs?.model.name]).toEqual([409, null, 'Again'])
  })

  test('two saves at the same time: one is kept', async () => {
    const answers = await Promise.all([
      save(ada, { revision: 1, model: { ...model, name: 'A' } }),
      save(grace, { revision: 1, model: { ...model, name: 'B' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a locked template is unlocked first', async () => {
    await importTemplate(server, key, { template: leaseModel(), template_id: id, lock: true })
    const { status, body } = await save(ada, { revision: 2, model })
    expect([status, body.code]).toEqual([409, 'invalid_state'])
  })
})

describe('what is refused', () => {
  test('a model that import would refuse, boxes without an id or with the same one', async () => {
    const [box] = model.boxes
    for (const wrong of [
      { revision: 1 },
      { revision: -1, model },
      { revision: 1, model: { ...model, boxes: [{ ...box, x: 2 }] } },
      { revision: 1, model: { ...model, boxes: [{ ...box, id: undefined }] } },
      { revision: 1, model: { ...model, boxes: [box, box] } },
      { revision: 1, model: { ...model, more: 1 } },
    ]) {
      expect(await save(ada, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
    expect((await stored()).revision).toBe(1)
  })

  test('other sites, forms, and JSON that calls itself text', async () => {
    const body = { revision: 1, model }
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await save(ada, body, foreign)).status).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await save(ada, body, { 'content-type': type })).status).toBe(415)
    }
    expect((await stored()).revision).toBe(1)
  })

  test('people of another workspace, and those who are not signed in', async () => {
    const stranger = await signIn(server)
    expect((await save(stranger, { revision: 1, model })).status).toBe(404)
    expect((await save({ ...ada, cookie: 'countersign=none' }, { revision: 1, model })).status).toBe(303)
  })

  test('a thousand boxes with long labels are not too many', async () => {
    const label = { en: 'x'.repeat(120), de: 'ü'.repeat(120) }
    const boxes = Array.from({ length: 1_000 }, () => ({ ...model.boxes[0]!, id: crypto.randomUUID(), label }))
    expect((await save(ada, { revision: 1, model: { ...model, boxes } })).status).toBe(200)
  })
})

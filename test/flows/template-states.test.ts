import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { DomainError } from '../../server/domain/errors.ts'
import { readDraft, saveDraft } from '../../server/domain/templates/draft.ts'
import {
  archiveTemplate,
  duplicateTemplate,
  restoreTemplate,
  unlockTemplate,
} from '../../server/domain/templates/lifecycle.ts'
import { lockTemplate } from '../../server/domain/templates/lock.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { importTemplate, instantiate, LEASE_FIELDS, leaseModel, type TemplateContract } from '../support/templates.ts'

let server: TestServer
let key: TestKey
let actor: UserActor
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const workspace = await server.workspace()
  key = await server.key({ workspaceId: workspace.id })
  actor = await personOf(server, workspace)
})

type Status = TemplateContract['status']
const STATES: readonly Status[] = ['draft', 'locked', 'archived']

/** A template that was locked as version 1, in a state. */
async function template(status: Status): Promise<string> {
  const { body } = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS, lock: true })
  if (status === 'draft') await unlockTemplate(server.ctx, actor, body.id)
  if (status === 'archived') await archiveTemplate(server.ctx, actor, body.id)
  return body.id
}
const read = async (id: string) => (await server.call<TemplateContract>(key, 'GET', `/v1/templates/${id}`)).body

/** The call for a template of each state, and the state afterwards or the refusal. */
async function outcomes(act: (id: string) => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (const state of STATES) {
    const id = await template(state)
    const refusal: unknown = await act(id).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (refusal !== null && !(refusal instanceof DomainError)) throw refusal
    const { status } = await read(id)
    // A refusal changes nothing.
    if (refusal) expect(status).toBe(state)
    found.push(`${state}: ${refusal ? refusal.code : status}`)
  }
  return found
}

describe('a template, row by row of the table of its states', () => {
  it('template.lock: a draft; the same content stays the same version', async () => {
    const lock = (id: string) => lockTemplate(server.ctx, actor, id)
    expect(await outcomes(lock)).toEqual(['draft: locked', 'locked: locked', 'archived: invalid_state'])
    const id = await template('draft')
    expect((await lock(id)).version).toBe(1)
    await unlockTemplate(server.ctx, actor, id)
    await importTemplate(server, key, { template: leaseModel({ name: 'Lease 2' }), template_id: id })
    expect((await lock(id)).version).toBe(2)
  })

  it('template.unlock: a locked one, which no call can use from then on', async () => {
    const unlock = (id: string) => unlockTemplate(server.ctx, actor, id)
    expect(await outcomes(unlock)).toEqual(['draft: draft', 'locked: draft', 'archived: invalid_state'])
    const id = await template('locked')
    expect((await instantiate(server, key, id)).status).toBe(201)
    await unlock(id)
    expect(await instantiate(server, key, id)).toMatchObject({ status: 409, body: { code: 'template_unlocked' } })
  })

  it('template.archive: in every state; what was staged of it goes on', async () => {
    const archive = (id: string) => archiveTemplate(server.ctx, actor, id)
    expect(await outcomes(archive)).toEqual(['draft: archived', 'locked: archived', 'archived: archived'])
    const id = await template('locked')
    const { body } = await instantiate(server, key, id, { review: true })
    await archive(id)
    expect(await instantiate(server, key, id)).toMatchObject({ status: 409, body: { code: 'template_unlocked' } })
    const confirmed = await server.call(key, 'POST', `/v1/documents/${body.document_id}/confirm`)
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { status: 'pending', kind: 'esign' }])
  })

  it('template.restore: an archived one, to a draft', async () => {
    const restore = (id: string) => restoreTemplate(server.ctx, actor, id)
    expect(await outcomes(restore)).toEqual(['draft: draft', 'locked: invalid_state', 'archived: draft'])
  })

  it('template.save: a draft at the revision that was read', async () => {
    const save = (later: number) => async (id: string) => {
      const { template: read, model } = await readDraft(server.ctx, actor, id)
      return saveDraft(server.ctx, actor, id, { revision: read.revision + later, model })
    }
    const locked = ['locked: invalid_state', 'archived: invalid_state']
    expect(await outcomes(save(0))).toEqual(['draft: draft', ...locked])
    expect(await outcomes(save(-1))).toEqual(['draft: values_changed', ...locked])
  })

  it('template.duplicate: in every state, as a draft of its own', async () => {
    for (const state of STATES) {
      const original = await template(state)
      const { id } = await duplicateTemplate(server.ctx, actor, original)
      expect(await read(id)).toMatchObject({ status: 'draft', version: 0, name: 'Lease (copy)' })
      expect((await read(original)).status).toBe(state)
      await lockTemplate(server.ctx, actor, id)
      expect((await instantiate(server, key, id)).status).toBe(201)
    }
  })
})

import { expect } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { draftFor } from '../support/drafts.ts'
import { Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { tenantForm } from '../support/pdf-forms.ts'
import { personOf } from '../support/people.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { importTemplate, LEASE_FIELDS, leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'

/** A workspace in which every page of the dashboard has something to show, most of it long or in other scripts. */
export interface Office {
  workspaceId: string
  key: TestKey
  owner: DashboardUser
  member: DashboardUser
}

/** With a word that is wider than a phone. */
const LONG =
  'Mietvertrag über die Wohnung im Erdgeschoss links mit Kellerabteil, Mühlegasse 17a, 8001 Zürich, Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'
const ARABIC = 'عقد إيجار شقة سكنية في الطابق الثالث مع موقف للسيارات'
const CSV = [
  'slot1.email;slot1.name;slot2.email;tenant_name;monthly_rent',
  'hanako@example.com;山田 花子;owner@example.com;山田 花子;1850.00',
  'nobody;Nobody;owner@example.com;Nobody;much',
].join('\r\n')

export async function furnished(server: TestServer): Promise<Office> {
  const workspace = await server.workspace({ name: 'Northwind Property Management and Sons of Greater Manchester' })
  const workspaceId = workspace.id
  const key = await server.key({ workspaceId })
  const owner = await signIn(server, { workspaceId, name: 'Olga Owner', email: `olga@${workspaceId}.example.com` })
  const member = await signIn(server, { workspaceId, role: 'member', name: 'Max Member' })
  // Both have another workspace to change to, which they came to later: the first is shown.
  server.clock.advance(1_000)
  for (const { email } of [owner, member]) await signIn(server, { email })
  const actor = await personOf(server, workspace)
  await hooksOf(server, key).create({ target_url: `http://127.0.0.1:1/${'events/'.repeat(20)}` })
  await server.sandbox(workspaceId)
  await documents(server, key)
  await templates(server, key, owner)
  await drafts(server, actor, owner)
  await owner.post('/settings/people/invite', { email: 'new.colleague@example.com', role: 'member' })
  // Refused calls are in the log, too.
  await server.call(key, 'POST', '/v1/signing-requests', { json: {} })
  await server.work()
  return { workspaceId, key, owner, member }
}

/** Somebody who looks at a sandbox in which much has happened. */
export async function testing(server: TestServer): Promise<DashboardUser> {
  const { id: workspaceId } = await server.workspace({ name: LONG })
  const { id } = await server.sandbox(workspaceId)
  const tester = await signIn(server, { workspaceId, name: 'Tess Tester' })
  await documents(server, await server.key({ workspaceId: id }))
  await server.work()
  expect((await tester.post('/account/workspace', { workspace: id })).status).toBe(303)
  return tester
}

async function documents(server: TestServer, key: TestKey): Promise<void> {
  const ada = { email: 'ada@example.com', name: 'Ada Lovelace', phone_e164: '+41791234567' }
  const hanako = { email: `${'very.long.address.'.repeat(3)}hanako@example.co.jp`, name: '山田 花子' }
  await send(server, key, {
    signers: [{ ...ada, require_sms_verification: true }, hanako],
    title: LONG,
    metadata: { order: '7731', note: 'x'.repeat(200) },
  })
  const signed = await send(server, key, { signers: [ada], title: ARABIC, send_emails: false })
  await new Signer(server, signed.signers[0]!.signingUrl).sign()
  const declined = await send(server, key, { signers: [hanako], title: '賃貸借契約書', send_emails: false })
  await new Signer(server, declined.signers[0]!.signingUrl).decline('No, '.repeat(200))
}

async function templates(server: TestServer, key: TestKey, owner: DashboardUser): Promise<void> {
  const { id } = await lockedTemplate(server, key)
  await staged(server, key, id, { title: LONG })
  const rows = new FormData()
  rows.set('file', new Blob([CSV], { type: 'text/csv' }), `${LONG}.csv`)
  await owner.post(`/templates/${id}/csv`, rows)
  await importTemplate(server, key, { template: leaseModel({ name: ARABIC, boxes: [] }), fields: LEASE_FIELDS })
  await server.ctx.db.updateTable('workspaces').set({ direct_links: true }).where('id', '=', key.workspaceId).execute()
  const waiver = { name: ARABIC, slots: [{ slot: 1, role: 'guest' }], boxes: [signature(1)] }
  const { id: direct } = await lockedTemplate(server, key, { template: leaseModel(waiver) })
  await owner.post(`/templates/${direct}/direct-link`)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await tenantForm())], { type: 'application/pdf' }), `${LONG}.pdf`)
  await owner.post('/templates', form)
  await owner.post('/fields/pets/archive')
  const old = await importTemplate(server, key, { template: leaseModel({ name: 'Old' }), fields: LEASE_FIELDS })
  await owner.post(`/templates/${old.body.id}/archive`)
}

async function drafts(server: TestServer, actor: UserActor, owner: DashboardUser): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(makePdf({ pages: 3 }))], { type: 'application/pdf' }), `${LONG}.pdf`)
  await owner.post('/documents/new', form)
  await draftFor(server, actor, [{ name: '山田 花子', email: 'hanako@example.com' }], { names: [`${ARABIC}.pdf`] })
}

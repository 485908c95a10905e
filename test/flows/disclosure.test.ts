import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDisclosure } from '../../sdk/src/verify/index.ts'
import { canonicalJson } from '../../server/canonical.ts'
import type { components } from '../../server/generated/openapi.ts'
import { useCommands } from '../support/cli.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { Signer, send } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

type Trail = components['schemas']['AuditTrail']
type Disclosure = components['schemas']['Disclosure']
interface Refusal {
  code: string
  meta?: Record<string, unknown>
}

const AGENT = 'Mozilla/5.0 (a phone of the test)'
const REASON = 'Order of the court, case FV260117'

let server: TestServer
let workspaceId: string
/** Sends and reads. */
let key: TestKey
let discloser: TestKey
let owner: DashboardUser
/** Signed and sealed, with the entry of its signer. */
let documentId: string
let signed: Trail['events'][number]

beforeAll(async () => {
  server = await startServer()
  workspaceId = (await server.workspace({ retention_days: 1 })).id
  key = await server.key({ workspaceId })
  discloser = await server.key({ workspaceId, scope: 'disclose', name: 'Legal' })
  owner = await signIn(server, { workspaceId, role: 'owner', name: 'Olive Owner' })
  documentId = await sealed()
  signed = entryOf(await trailOf(documentId), 'signed')
})
afterAll(() => server.stop())

async function sealed(): Promise<string> {
  const created = await send(server, key, { title: 'Lease', signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  await signer.view()
  const { fields, consentVersion } = await signer.data()
  const inked = fields.filter(({ kind }) => kind === 'signature')
  const values = Object.fromEntries(inked.map(({ id }) => [id, { type: 'typed', text: 'Ada' }]))
  await signer.display()
  const done = await signer.call('POST', 'complete', { consentVersion, values }, { 'User-Agent': AGENT })
  expect(done.status).toBe(200)
  await server.work()
  return created.documentId
}

const trailOf = async (id: string) => (await server.call<Trail>(key, 'GET', `/v1/documents/${id}/audit-events`)).body
const entryOf = ({ events }: Trail, type: string) => events.findLast((event) => event.type === type)!
const disclose = <T = Disclosure>(
  id: string,
  seq: number | string,
  by = discloser,
  json: object = { reason: REASON },
) => server.call<T>(by, 'POST', `/v1/documents/${id}/audit-events/${seq}/disclose`, { json })

describe('by API', () => {
  it('opens the commitment of one entry, and the chain says who asked and why', async () => {
    const before = await trailOf(documentId)
    const { status, body } = await disclose(documentId, signed.seq, discloser, { reason: `  ${REASON} ` })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      document_id: documentId,
      seq: signed.seq,
      committed: { ip: '127.0.0.1', user_agent: AGENT },
      private_commitment: signed.private_commitment,
    })
    // As the spec says, by hand.
    const hash = createHash('sha256').update(Buffer.from(body.salt, 'hex')).update(canonicalJson(body.committed))
    expect(hash.digest('hex')).toBe(signed.private_commitment)

    const after = await trailOf(documentId)
    expect(after.events.slice(0, -1)).toEqual(before.events)
    expect(after.head).toEqual(body.logged_as)
    expect(after.events.at(-1)).toMatchObject({
      type: 'disclosed',
      actor: 'api_key',
      signing_request_id: signed.signing_request_id,
      meta: { event: signed.seq, reason: REASON, disclosed_by: 'Legal' },
    })
    expect(JSON.stringify(after)).not.toMatch(/127\.0\.0\.1|a phone of the test/)

    expect(await verifyDisclosure(body, after.events)).toEqual({ ok: true, problem: null })
    const forged = { ...body, committed: { ...body.committed, ip: '127.0.0.2' } }
    const commits = `event ${signed.seq} commits to something else`
    expect(await verifyDisclosure(forged, after.events)).toEqual({ ok: false, problem: commits })
    expect(await verifyDisclosure({ ...body, salt: `f${body.salt.slice(1)}x` }, after.events)).toMatchObject({
      ok: false,
    })
    expect(await verifyDisclosure(body, after.events.slice(1))).toMatchObject({ ok: false })
    expect(await verifyDisclosure({ ...body, seq: 99 }, after.events)).toMatchObject({ ok: false })
  })

  it('prints who asked and why, but not what was shown', async () => {
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/audit-trail`)
    const text = (await pdfJsTexts(body))
      .flat()
      .map((run) => run.text)
      .join('')
      .replaceAll(/\s+/g, '')
    for (const part of ['Full address and device of an entry disclosed', `entry: ${signed.seq}`, REASON, 'to: Legal'])
      expect(text).toContain(part.replaceAll(/\s+/g, ''))
    expect(text).not.toMatch(/127\.0\.0\.1/)
  })

  it('is refused to every other key, and leaves no trace then', async () => {
    const { head } = await trailOf(documentId)
    for (const [scope, answer] of [
      ['full', [403, 'insufficient_scope']],
      ['read', [403, 'insufficient_scope']],
      ['embedded', [401, 'invalid_key']],
    ] as const) {
      const refused = await disclose<Refusal>(documentId, signed.seq, await server.key({ workspaceId, scope }))
      expect([scope, refused.status, refused.body.code]).toEqual([scope, ...answer])
    }
    const elsewhere = await server.key({ workspaceId: (await server.workspace()).id, scope: 'disclose' })
    expect(await disclose<Refusal>(documentId, signed.seq, elsewhere)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await trailOf(documentId)).head).toEqual(head)
  })

  it('reads besides, as a key of scope read, and writes nothing', async () => {
    const me = await server.call<components['schemas']['Me']>(discloser, 'GET', '/v1/me')
    expect(me.body.key.scopes).toEqual(['disclose'])
    const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    const { signingRequestId: id } = created.signers[0]!
    const read = await server.call<{ signingUrl: string | null }>(discloser, 'GET', `/v1/signing-requests/${id}`)
    expect([read.status, read.body.signingUrl]).toEqual([200, null])
    const withdrawal = await server.call<Refusal>(discloser, 'POST', `/v1/signing-requests/${id}/withdraw`)
    expect([withdrawal.status, withdrawal.body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('needs a reason', async () => {
    const { head } = await trailOf(documentId)
    const wrong = [{}, { reason: '' }, { reason: '  \n' }, { reason: 'x'.repeat(1001) }, { reason: 'a\u0007b' }]
    for (const json of [...wrong, { reason: null }]) {
      const { status, body } = await disclose<Refusal>(documentId, signed.seq, discloser, json)
      expect([json, status, body.code]).toEqual([json, 400, 'invalid_request'])
    }
    const unknown = await disclose<Refusal>(documentId, signed.seq, discloser, { reason: REASON, case: '7' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_field'])
    expect((await trailOf(documentId)).head).toEqual(head)
  })

  it('finds no entry that there is not, and nothing in one that commits to nothing', async () => {
    const { head, ...trail } = await trailOf(documentId)
    for (const seq of [0, head.seq + 1, -1, '1e1', '1.0', 'x', '01', '99999999999999999999']) {
      const { status, body } = await disclose<Refusal>(documentId, seq)
      expect([seq, status, body.code]).toEqual([seq, 404, 'not_found'])
    }
    const { seq } = entryOf({ head, ...trail }, 'sealed')
    expect(await disclose<Refusal>(documentId, seq)).toMatchObject({
      status: 409,
      body: { code: 'nothing_private', meta: { seq, type: 'sealed' } },
    })
    expect((await trailOf(documentId)).head).toEqual(head)
  })
})

describe('in the dashboard', () => {
  const page = (seq = signed.seq) => `/documents/${documentId}/entries/${seq}/disclose`
  const htmlOf = async (answer: Response) => ({ status: answer.status, html: await answer.text() })

  it('asks an owner why, shows the values once, and says that it is recorded', async () => {
    const { html: detail } = await htmlOf(await owner.get(`/documents/${documentId}`))
    expect(detail).toContain(`href="${page()}"`)
    // The seal was made by nobody with an address.
    expect(detail).not.toContain(page(entryOf(await trailOf(documentId), 'sealed').seq))
    const form = await htmlOf(await owner.get(page()))
    expect(form.status).toBe(200)
    expect(form.html).not.toContain(AGENT)
    const blank = await htmlOf(await owner.post(page(), { reason: ' ' }))
    expect([blank.status, blank.html.includes('Say why'), blank.html.includes(AGENT)]).toEqual([422, true, false])

    const answer = await owner.post(page(), { reason: REASON })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { status, html } = await htmlOf(answer)
    expect(status).toBe(200)
    const { events, head } = await trailOf(documentId)
    expect(events.at(-1)).toMatchObject({
      type: 'disclosed',
      actor: 'user',
      meta: { event: signed.seq, reason: REASON, disclosed_by: 'Olive Owner' },
    })
    for (const part of ['127.0.0.1', AGENT, signed.private_commitment!, `Recorded as entry ${head.seq}`])
      expect(html).toContain(part)
    const [, salt] = /id="salt">([0-9a-f]{64})</.exec(html)!
    const hash = createHash('sha256').update(Buffer.from(salt!, 'hex'))
    expect(hash.update(canonicalJson({ ip: '127.0.0.1', user_agent: AGENT })).digest('hex')).toBe(
      signed.private_commitment,
    )
    // The act itself, and in the log of the workspace.
    const log = (await htmlOf(await owner.get('/settings/log'))).html
    expect(log).toMatch(/Olive Owner.*saw the full address and device of an entry of.*Lease/s)
    const { html: after } = await htmlOf(await owner.get(`/documents/${documentId}`))
    expect(after).toContain(`reason: ${REASON}`)
    expect(after).not.toContain(AGENT)
  })

  it('is for owners alone, of this workspace', async () => {
    const { head } = await trailOf(documentId)
    const member = await signIn(server, { workspaceId, role: 'member' })
    expect((await htmlOf(await member.get(`/documents/${documentId}`))).html).not.toContain('/disclose')
    expect((await member.get(page())).status).toBe(403)
    expect((await member.post(page(), { reason: REASON })).status).toBe(403)
    const stranger = await signIn(server, { workspaceId: (await server.workspace()).id, role: 'owner' })
    expect((await stranger.get(page())).status).toBe(404)
    expect((await stranger.post(page(), { reason: REASON })).status).toBe(404)
    expect((await owner.post(page(999), { reason: REASON })).status).toBe(404)
    expect((await trailOf(documentId)).head).toEqual(head)
  })
})

describe('on the command line', () => {
  const run = useCommands()
  const countersign = (...args: string[]) => {
    const { config, db } = server.ctx
    const env = { DATA_DIR: config.dataDir, DATABASE_URL: db.url, MASTER_KEY: config.masterKey!.toString('hex') }
    return run(['documents', 'disclose', ...args], env)
  }

  it('prints what the API answers', async () => {
    const { code, stdout, stderr } = await countersign(documentId, String(signed.seq), '--reason', REASON, '--json')
    expect([code, stderr]).toEqual([0, ''])
    const body = JSON.parse(stdout) as Disclosure
    const { events, head } = await trailOf(documentId)
    expect(body).toMatchObject({ committed: { ip: '127.0.0.1', user_agent: AGENT }, logged_as: head })
    expect(events.at(-1)).toMatchObject({
      type: 'disclosed',
      actor: 'system',
      meta: { event: signed.seq, reason: REASON, disclosed_by: 'command line' },
    })
    expect(await verifyDisclosure(body, events)).toEqual({ ok: true, problem: null })
    const lines = (await countersign(documentId, String(signed.seq), '--reason', REASON)).stdout
    expect(lines).toContain(`ip\t127.0.0.1\nuser_agent\t${AGENT}\nsalt\t${body.salt}\n`)
  })

  it('refuses what the API refuses', async () => {
    const { head } = await trailOf(documentId)
    const refusals = [
      [2, [documentId, '1'], /--reason is required/],
      [2, [documentId, '--reason', REASON], /missing required argument 'entry'/],
      [1, [documentId, '999', '--reason', REASON], /no such event/],
      [1, ['x', '1', '--reason', REASON], /no document with this id/],
    ] as const
    for (const [code, args, message] of refusals) {
      expect(await countersign(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    }
    expect((await trailOf(documentId)).head).toEqual(head)
  })
})

describe('once the files are deleted', () => {
  it('the values are gone where an owner erased the document, stay after retention, and so does the chain', async () => {
    const [erased, retired] = [await sealed(), await sealed()]
    expect((await owner.post(`/documents/${erased}/erase`)).status).toBe(303)
    server.clock.advance(2 * 86_400_000)
    await server.run('prune', {})
    const trail = await trailOf(erased)
    const { seq } = entryOf(trail, 'signed')
    const refused = await disclose<Refusal>(erased, seq)
    expect([refused.status, refused.body.code]).toEqual([410, 'deleted_by_retention'])
    expect(refused.body.meta).toEqual({ deleted_at: expect.any(String) })
    const { db } = server.ctx
    const kept = await db.selectFrom('audit_private').select('seq').where('document_id', '=', erased).execute()
    // Of who erased it, alone.
    expect(kept.map((row) => row.seq)).toEqual([entryOf(trail, 'deleted_by_retention').seq])
    const pageOf = async (id: string) => (await owner.get(`/documents/${id}`)).text()
    expect(await pageOf(erased)).not.toContain(`/entries/${seq}/disclose`)

    const later = entryOf(await trailOf(retired), 'signed').seq
    expect(await pageOf(retired)).toContain(`/entries/${later}/disclose`)
    expect((await disclose(retired, later)).status).toBe(200)
    for (const id of [erased, retired]) expect(await pageOf(id)).toContain('chain intact')
  })
})

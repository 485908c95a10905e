import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { lockDocument } from '../../server/domain/records/documents.ts'
import { replaceLink } from '../../server/domain/signers/link.ts'
import type { components } from '../../server/generated/openapi.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { waitForLock } from '../support/locks.ts'
import { startServer, type TestServer } from '../support/server.ts'

const DAY = 24 * 3_600_000
const ORIGIN = 'https://app.example.com'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Answer = components['schemas']['LinkRenewed'] & { code: string; meta: { status: string; allowed: string[] } }

async function sendOne(fields: Record<string, unknown> = {}) {
  const key = await server.key({ embedOrigins: [ORIGIN] })
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], ...fields })
  await server.work()
  const signers = created.signers.map(({ signingRequestId: id, signingUrl }) => ({
    id,
    signingUrl,
    signer: new Signer(server, signingUrl),
    renew: () => server.call<Answer>(key, 'POST', `/v1/signing-requests/${id}/renew-link`),
  }))
  return { key, created, signers, ...signers[0]! }
}

const pageOf = (link: string) => server.fetch(new URL(link).pathname)

describe('POST /signing-requests/{id}/renew-link', () => {
  it('returns another link, mails nothing, and nothing else changes', async () => {
    const { key, id, created, signer, signingUrl, renew } = await sendOne()
    await signer.view()
    const before = await readRequest(server, key, id)
    const mails = (await server.outbox()).length
    const events = () =>
      server.ctx.db.selectFrom('events').select('type').where('document_id', '=', created.documentId).execute()
    const recorded = (await events()).length
    server.clock.advance(1_000)
    const { status, body } = await renew()
    expect([status, body]).toEqual([
      200,
      {
        signingRequestId: id,
        documentId: created.documentId,
        status: 'viewed',
        signingUrl: expect.stringMatching(`^${server.ctx.config.publicUrl}/sign/[A-Za-z0-9_-]{64}$`),
        renewedAt: server.clock.now().toISOString(),
        expiresAt: before.expiresAt,
      },
    ])
    expect(body.signingUrl).not.toBe(signingUrl)
    await server.work()
    expect([(await server.outbox()).length, (await events()).length]).toEqual([mails, recorded])
    const { auditEvents, ...row } = await readRequest(server, key, id)
    expect({ ...row, auditEvents: before.auditEvents }).toEqual({ ...before, signingUrl: body.signingUrl })
    expect(auditEvents.at(-1)).toMatchObject({ type: 'link_renewed', meta: { link_version: 2 } })
    server.clock.advance(61_000)
    expect((await server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)).status).toBe(200)
    expect((await server.outbox()).at(-1)!.body).toContain(body.signingUrl)
  })

  it('invalidates the previous link at once, for every call, and the page says that a newer one replaces it', async () => {
    const { signer, signingUrl, renew } = await sendOne()
    const { consentVersion, fields } = await signer.data()
    const { body } = await renew()
    const page = await pageOf(signingUrl)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('it has been replaced by a newer one')
    const values = Object.fromEntries(fields.map(({ id }) => [id, { type: 'typed', text: 'Eve' }]))
    const calls: [string, string, unknown?][] = [
      ['GET', 'document.pdf'],
      ['GET', 'signed.pdf'],
      ['GET', 'status'],
      ['GET', 'fields'],
      ['POST', 'viewed', {}],
      ['POST', 'displayed', { view: 'none' }],
      ['PUT', 'fields', { values }],
      ['POST', 'complete', { consentVersion, name: 'Eve', values }],
      ['POST', 'decline', {}],
      ['POST', 'sms/code', {}],
      ['POST', 'sms/verify', { code: '000000' }],
    ]
    for (const [method, path, json] of calls) {
      const answer = await signer.call(method, path, json)
      expect([path, answer.status, answer.body]).toEqual([path, 404, expect.objectContaining({ code: 'not_found' })])
    }
    expect((await new Signer(server, body.signingUrl).sign()).status).toBe(200)
  })

  it.each<[string, (signer: Signer) => Promise<{ status: number }>]>([
    ['finishing', (signer) => signer.sign()],
    ['declining', (signer) => signer.decline('no')],
    ['looking at it', (signer) => signer.view()],
    ['saving', (signer) => signer.call('PUT', 'fields', { values: {} })],
    ['asking for a code', (signer) => signer.askForCode()],
    ['entering a code', (signer) => signer.enterCode('000000')],
  ])('also while %s by the previous link is in progress', async (_what, act) => {
    const phone = { require_sms_verification: true, phone_e164: '+41791234567' }
    const withCode = _what.includes('code')
    const { key, id, created, signer } = await sendOne({
      signers: [{ email: 'ada@example.com', name: 'Ada', ...(withCode && phone) }],
    })
    const before = await readRequest(server, key, id)
    const answer = await transaction(server.ctx.db, async (tx) => {
      await lockDocument(tx, created.documentId)
      const acting = act(signer)
      await waitForLock(server.ctx.db)
      await replaceLink(server.ctx, tx, id)
      return { acting }
    })
    expect(await answer.acting).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const after = await readRequest(server, key, id)
    expect([after.status, after.auditEvents]).toEqual([before.status, before.auditEvents])
  })

  it('of two calls at once the later link works', async () => {
    const { key, id, renew } = await sendOne()
    const links = (await Promise.all([renew(), renew(), renew()])).map(({ body }) => body.signingUrl)
    const { signingUrl } = await readRequest(server, key, id)
    expect(new Set(links).size).toBe(3)
    for (const link of links) expect((await pageOf(link)).status).toBe(link === signingUrl ? 200 : 404)
  })

  it('works on queued, pending, viewed and signed; on declined and withdrawn it is refused', async () => {
    const { signers, key } = await sendOne({
      signing_mode: 'sequential',
      signers: [1, 2].map((n) => ({ email: `s${n}@example.com`, name: `S${n}` })),
    })
    const [first, second] = signers as [(typeof signers)[number], (typeof signers)[number]]
    const queued = await second.renew()
    expect(queued).toMatchObject({ status: 200, body: { status: 'queued', expiresAt: null } })
    expect(await first.renew()).toMatchObject({ status: 200, body: { status: 'pending' } })
    const again = new Signer(server, (await readRequest(server, key, first.id)).signingUrl!)
    expect((await again.sign()).status).toBe(200)
    const signed = await first.renew()
    expect(signed).toMatchObject({ status: 200, body: { status: 'signed' } })
    expect([(await again.call('GET', 'status')).status, (await pageOf(signed.body.signingUrl)).status]).toEqual([
      404, 200,
    ])
    // The release mails the link valid at that time.
    await server.work()
    const invited = (await server.outbox()).filter(({ recipient }) => recipient === 's2@example.com')
    expect(invited.map(({ body }) => body.includes(queued.body.signingUrl))).toEqual([true])
    await new Signer(server, queued.body.signingUrl).decline()
    const refused = (state: string) => ({
      status: 409,
      body: {
        code: 'invalid_state',
        meta: { status: state, allowed: ['queued', 'pending', 'viewed', 'signed'] },
      },
    })
    expect(await second.renew()).toMatchObject(refused('declined'))
    const other = await sendOne()
    await server.call(other.key, 'POST', `/v1/signing-requests/${other.id}/withdraw`)
    expect(await other.renew()).toMatchObject(refused('withdrawn'))
  })

  it('past the expiry it is refused, before and after the hourly job, but not after signing', async () => {
    const { signers } = await sendOne({
      expires_in_days: 1,
      signers: [1, 2].map((n) => ({ email: `s${n}@example.com`, name: `S${n}` })),
    })
    await signers[0]!.signer.sign()
    server.clock.advance(DAY)
    const { renew } = signers[1]!
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'expired' } })
    await server.run('expire-requests', {})
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'expired' } })
    expect((await signers[0]!.renew()).status).toBe(200)
  })

  it('leaves embedded sessions unchanged', async () => {
    const { key, id, renew } = await sendOne()
    const json = { signing_request_id: id, origin: ORIGIN }
    const minted = await server.call<{ embed_url: string }>(key, 'POST', '/v1/embedded/sign-sessions', { json })
    expect(minted.status).toBe(201)
    expect((await renew()).status).toBe(200)
    const frame = new Signer(server, minted.body.embed_url)
    expect((await frame.sign()).status).toBe(200)
  })

  it('is refused for requests of other workspaces and for keys that may only read', async () => {
    const { id, signingUrl } = await sendOne()
    const path = `/v1/signing-requests/${id}/renew-link`
    const stranger = await server.key({ workspaceId: (await server.workspace()).id })
    expect(await server.call(stranger, 'POST', path)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const reader = await server.key({ scope: 'read' })
    expect(await server.call(reader, 'POST', path)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
    expect((await pageOf(signingUrl)).status).toBe(200)
  })
})

describe('the link stays', () => {
  it('when the phone number changes, and when the request is withdrawn', async () => {
    const { key, id, signingUrl } = await sendOne({
      signers: [{ email: 'ada@example.com', name: 'Ada', require_sms_verification: true, phone_e164: '+41791234567' }],
    })
    const path = `/v1/signing-requests/${id}`
    const changed = await server.call<{ signingUrl: string }>(key, 'PATCH', path, {
      json: { phone_e164: '+41791234568' },
    })
    expect(changed).toMatchObject({ status: 200, body: { signingUrl } })
    expect((await pageOf(signingUrl)).status).toBe(200)
    expect((await server.call(key, 'POST', `${path}/withdraw`)).status).toBe(200)
    const page = await pageOf(signingUrl)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('withdrawn')])
  })
})

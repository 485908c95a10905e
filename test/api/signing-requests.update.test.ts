import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRequest, Signer, type SigningRequestBody, send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const NUMBER = '+41791234567'

async function sendOne(fields: Record<string, unknown> = {}) {
  const key = await server.key()
  const created = await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false, ...fields })
  const signers = created.signers.map(({ signingRequestId: id, signingUrl }) => ({
    id,
    signer: new Signer(server, signingUrl),
    patch: (json: unknown) =>
      server.call<SigningRequestBody & { code: string; meta: object }>(key, 'PATCH', `/v1/signing-requests/${id}`, {
        json,
      }),
  }))
  return { key, signers, ...signers[0]! }
}

describe('PATCH /signing-requests/{id} (4.11)', () => {
  it('changes the number, returns the row, and emits no event', async () => {
    const { key, id, patch } = await sendOne()
    const events = await countEvents()
    const { status, body } = await patch({ phone_e164: NUMBER })
    const { auditEvents, ...row } = await readRequest(server, key, id)
    expect([status, body]).toEqual([200, row])
    expect(auditEvents.at(-1)).toMatchObject({ type: 'phone_changed', meta: { phone_masked: row.phoneMasked } })
    expect(await countEvents()).toBe(events)
  })

  it('records nothing when the number is the same', async () => {
    const { key, id, patch } = await sendOne()
    await patch({ phone_e164: NUMBER })
    const before = await readRequest(server, key, id)
    expect((await patch({ phone_e164: NUMBER })).status).toBe(200)
    expect(await readRequest(server, key, id)).toEqual(before)
  })

  it.each(['+41', '+123456789012345'])('accepts any E.164 number: %s', async (phone_e164) => {
    const { patch } = await sendOne()
    expect((await patch({ phone_e164 })).status).toBe(200)
  })

  it('has its own codes for an unknown key and for a missing number', async () => {
    const { patch } = await sendOne()
    expect((await patch({ phone_e164: NUMBER, email: 'x@example.com', role: 'x' })).body).toMatchObject({
      code: 'unknown_field',
      meta: { fields: ['email', 'role'], accepted: ['phone_e164'] },
    })
    for (const phone_e164 of ['0791234567', '+0791234567', '+1234567890123456', '+41 79 123', 41, null, ''])
      expect((await patch({ phone_e164 })).body).toMatchObject({ code: 'invalid_phone' })
    expect((await patch({})).status).toBe(400)
    expect((await patch([])).body).toMatchObject({ code: 'invalid_request' })
  })

  it('works while pending, viewed or queued, but not after that', async () => {
    const { signers } = await sendOne({
      signing_mode: 'sequential',
      signers: [{ email: 'a@example.com', name: 'A' }, { email: 'b@example.com' }],
    })
    const [first, second] = signers as [(typeof signers)[number], (typeof signers)[number]]
    for (const { patch } of signers) expect((await patch({ phone_e164: NUMBER })).status).toBe(200)
    await first.signer.view()
    expect((await first.patch({ phone_e164: '+41791234568' })).status).toBe(200)
    await first.signer.sign()
    expect(await first.patch({ phone_e164: NUMBER })).toMatchObject({
      status: 409,
      body: { code: 'not_editable', meta: { status: 'signed', sms_verified_at: null } },
    })
    await second.signer.decline()
    expect((await second.patch({ phone_e164: NUMBER })).body).toMatchObject({ meta: { status: 'declined' } })
  })

  it('signer.change_phone.verified: is refused once the signer has verified a code', async () => {
    const { id, patch } = await sendOne()
    const at = server.clock.now()
    // The state that a verified code leaves behind.
    await server.ctx.db.updateTable('signing_requests').set({ sms_verified_at: at }).where('id', '=', id).execute()
    expect(await patch({ phone_e164: NUMBER })).toMatchObject({
      status: 409,
      body: { code: 'not_editable', meta: { status: 'pending', sms_verified_at: at.toISOString() } },
    })
  })
})

async function countEvents(): Promise<number> {
  return (await server.ctx.db.selectFrom('events').select('id').execute()).length
}

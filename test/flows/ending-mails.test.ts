import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** Who is told by email how a request ended, and how the sender hands it over (decisions 0022 and 0020). */

const DAY = 86_400_000
const OFFICE = 'office@northwind.test'
const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

let server: TestServer
let key: TestKey
let quiet: TestKey
beforeAll(async () => {
  server = await startServer()
  const workspaces = [await server.workspace({ name: 'Northwind' }), await server.workspace({ name: 'Silent' })]
  await server.ctx.db
    .updateTable('workspaces')
    .set({ notify_email: OFFICE })
    .where('id', '=', workspaces[0]!.id)
    .execute()
  key = await server.key({ workspaceId: workspaces[0]!.id })
  quiet = await server.key({ workspaceId: workspaces[1]!.id })
})
afterAll(() => server.stop())

async function begin(fields: Record<string, unknown> = {}, by = key) {
  const created = await send(server, by, {
    title: 'Lease 7731',
    signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    ...fields,
  })
  await server.work()
  const before = (await server.outbox()).length
  const news = async () => {
    await server.work()
    return (await server.outbox()).slice(before).filter(({ channel }) => channel === 'mail')
  }
  const { signingRequestId: id, signingUrl } = created.signers[0]!
  return { created, id, signer: new Signer(server, signingUrl), news }
}

const told = (mails: { recipient: string; subject: string | null }[]) =>
  mails.map(({ recipient, subject }) => [recipient, subject])

describe('the sender is told', () => {
  it('when a signer declines, with the reason', async () => {
    const { signer, news } = await begin()
    await signer.decline('The rent is\ntoo high.')
    const mails = await news()
    expect(told(mails)).toEqual([[OFFICE, 'Ada Lovelace declined to sign: Lease 7731']])
    expect(mails[0]!.body).toContain('> The rent is\n> too high.')
    expect(mails[0]!.html).toContain('ada@example.com')
  })

  it('once when the time of several signers is over, with all their names', async () => {
    const signers = [1, 2, 3].map((n) => ({ email: `s${n}@example.com`, name: `Signer ${n}` }))
    const { created, news } = await begin({ signers, expires_in_days: 1 })
    await new Signer(server, created.signers[1]!.signingUrl).sign()
    server.clock.advance(DAY)
    await server.run('expire-requests', {})
    server.clock.advance(60_000)
    const mails = await news()
    expect(told(mails)).toEqual([[OFFICE, 'Not signed in time: Lease 7731']])
    expect(mails[0]!.body).toContain('Signer 1 (s1@example.com), Signer 3 (s3@example.com)')
  })

  it('when the document is complete, in the language of the workspace', async () => {
    await server.ctx.db.updateTable('workspaces').set({ locale: 'de' }).where('notify_email', '=', OFFICE).execute()
    const { signer, news } = await begin()
    await signer.sign()
    const mails = await news()
    expect(told(mails)).toEqual([
      ['ada@example.com', 'Signed by everyone: Lease 7731'],
      [OFFICE, 'Von allen unterschrieben: Lease 7731'],
    ])
    await server.ctx.db.updateTable('workspaces').set({ locale: 'en' }).where('notify_email', '=', OFFICE).execute()
  })

  it.each<[string, () => TestKey, Record<string, unknown>, number]>([
    ['not by a workspace without an address', () => quiet, {}, 1],
    ['not under send_emails: false', () => key, { send_emails: false }, 0],
  ])('%s', async (_what, by, fields, copies) => {
    const declined = await begin(fields, by())
    await declined.signer.decline()
    expect(told(await declined.news())).toEqual([])
    const expired = await begin({ ...fields, expires_in_days: 1 }, by())
    server.clock.advance(DAY)
    await server.run('expire-requests', {})
    server.clock.advance(60_000)
    expect(told(await expired.news())).toEqual([])
    const handed = await begin(fields, by())
    await handed.signer.call('POST', 'hand-over', GRACE)
    expect(told(await handed.news())).toEqual([])
    const complete = await begin(fields, by())
    await complete.signer.sign()
    expect((await complete.news()).map(({ recipient }) => recipient)).toEqual(Array(copies).fill('ada@example.com'))
  })
})

describe('the signer is told of a withdrawal', () => {
  const withdraw = (id: string) => server.call(key, 'POST', `/v1/signing-requests/${id}/withdraw`)

  it('once they were invited by email', async () => {
    const { id, news } = await begin()
    await withdraw(id)
    expect(told(await news())).toEqual([['ada@example.com', 'No longer needed: Lease 7731']])
  })

  it('not under send_emails: false, and not when the time was over', async () => {
    const silent = await begin({ send_emails: false })
    await withdraw(silent.id)
    expect(told(await silent.news())).toEqual([])
    const late = await begin({ expires_in_days: 1 }, quiet)
    server.clock.advance(DAY)
    await server.run('expire-requests', {})
    await server.call(quiet, 'POST', `/v1/signing-requests/${late.id}/withdraw`)
    expect(told(await late.news())).toEqual([])
  })
})

describe('those who have signed are told that the document will not be completed', () => {
  const NINA = { email: 'nina@example.com', name: 'Nina', locale: 'de' }
  const signed = async (fields: Record<string, unknown> = {}) => {
    const signers = [NINA, { email: 'ada@example.com', name: 'Ada Lovelace' }, GRACE]
    const begun = await begin({ signers, ...fields }, quiet)
    await begun.signer.sign()
    return { ...begun, rest: begun.created.signers.slice(1) }
  }

  it('once, in their language, when others decline, without the reason', async () => {
    const { rest, news } = await signed()
    for (const { signingUrl } of rest) await new Signer(server, signingUrl).decline('The rent is too high.')
    const mails = await news()
    expect(told(mails)).toEqual([[NINA.email, 'Wird nicht abgeschlossen: Lease 7731']])
    expect(mails[0]!.body).toContain('Eine andere Person hat abgelehnt')
    expect(mails[0]!.body).not.toContain('too high')
  })

  it('when the sender withdraws, with the reason where it is shared, and not under send_emails: false', async () => {
    const { rest, news } = await signed()
    const reason = { reason: 'The flat is let.', share_reason: true }
    await server.call(quiet, 'POST', `/v1/signing-requests/${rest[0]!.signingRequestId}/withdraw`, { json: reason })
    const mails = (await news()).filter(({ recipient }) => recipient === NINA.email)
    expect(told(mails)).toEqual([[NINA.email, 'Wird nicht abgeschlossen: Lease 7731']])
    expect(mails[0]!.body).toContain('Silent hat es zurückgezogen')
    expect(mails[0]!.body).toContain('> The flat is let.')
    const silent = await signed({ send_emails: false })
    await new Signer(server, silent.rest[0]!.signingUrl).decline()
    expect(told(await silent.news())).toEqual([])
  })
})

describe('the sender passes the document on', () => {
  const propose = async (fields: Record<string, unknown> = {}) => {
    const begun = await begin(fields)
    expect((await begun.signer.call('POST', 'hand-over', GRACE)).status).toBe(200)
    const [mail] = await begun.news()
    const path = new URL(/http\S+\/hand-over\/\S+/.exec(mail!.body)![0]).pathname
    const press = (phone?: string) =>
      server.fetch(path, { method: 'POST', body: new URLSearchParams(phone === undefined ? {} : { phone }) })
    return { ...begun, mail: mail!, path, press }
  }

  it('by a link in the email that leads to a page, and one press there', async () => {
    const { id, signer, mail, path, press } = await propose()
    expect([mail.recipient, mail.subject]).toEqual([OFFICE, 'Meant for someone else? Lease 7731'])
    expect(mail.body).toContain('Grace Hopper')
    const page = await server.fetch(path)
    expect([page.status, (await page.text()).includes('grace@example.com')]).toEqual([200, true])
    // Opening the page, as a mail scanner does, changes nothing.
    expect((await readRequest(server, key, id)).email).toBe('ada@example.com')
    expect(await signer.page()).toContain('You told Northwind that Grace Hopper should sign instead')
    const done = await press()
    expect([done.status, (await done.text()).includes('Grace Hopper has been sent an invitation')]).toEqual([200, true])
    const { auditEvents, ...row } = await readRequest(server, key, id)
    expect(row).toMatchObject(GRACE)
    expect(auditEvents.filter(({ type }) => type === 'hand_over_proposed' || type === 'reassigned')).toMatchObject([
      { type: 'hand_over_proposed', meta: { proposed_email: GRACE.email, proposed_name: GRACE.name } },
      { type: 'reassigned', meta: { from_email: 'ada@example.com', access: 'link_to_the_sender' } },
    ])
    await server.work()
    expect((await server.outbox()).at(-1)).toMatchObject({ recipient: GRACE.email })
    // Once.
    expect([(await server.fetch(path)).status, (await press()).status]).toEqual([404, 404])
  })

  it('with a phone where a code is required, which is not the number used so far', async () => {
    const phone = { require_sms_verification: true, phone_e164: '+41791234567' }
    const { id, path, press } = await propose({ signers: [{ email: 'ada@example.com', name: 'Ada', ...phone }] })
    expect(await (await server.fetch(path)).text()).toContain('Mobile number of the new person')
    for (const wrong of [undefined, '12', '+41 79 123 45 67']) {
      const answer = await press(wrong)
      expect([wrong, answer.status, (await answer.text()).includes('differs from the one used so far')]).toEqual([
        wrong,
        400,
        true,
      ])
    }
    const file = new FormData()
    file.set('phone', new Blob(['+41791234568']), 'phone.txt')
    const headers = { 'content-type': 'multipart/form-data' }
    expect((await server.fetch(path, { method: 'POST', body: file })).status).toBe(400)
    expect((await server.fetch(path, { method: 'POST', body: 'x', headers })).status).toBe(415)
    expect((await press('+41 79 123 45 68')).status).toBe(200)
    expect((await readRequest(server, key, id)).phoneMasked).toBe('+41*******68')
  })

  it('only the newest proposal, only while the signer has entered nothing, and not from another site', async () => {
    const { signer, path, press, news } = await propose()
    const foreign = await server.fetch(path, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    await signer.call('POST', 'hand-over', { email: 'bob@example.com', name: 'Bob' })
    expect((await server.fetch(path)).status).toBe(404)
    const newest = new URL(/http\S+\/hand-over\/\S+/.exec((await news()).at(-1)!.body)![0]).pathname
    const [field] = (await signer.data()).fields
    await signer.call('PUT', 'fields', { values: { [field!.id]: { type: 'typed', text: 'Ada' } } })
    const late = await server.fetch(newest, { method: 'POST', body: new URLSearchParams() })
    expect([late.status, (await late.text()).includes('can no longer be confirmed')]).toEqual([404, true])
    expect((await press()).status).toBe(404)
  })

  it('a signer may name five people, and the same one twice without a second email', async () => {
    const { signer, news } = await begin()
    const name = (n: number) => signer.call('POST', 'hand-over', { email: `p${n}@example.com`, name: `P ${n}` })
    for (const n of [1, 1, 2, 3, 4, 5]) expect((await name(n)).status).toBe(200)
    expect(await name(6)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    for (const wrong of [
      { email: 'no address', name: 'X' },
      { email: 'x@example.com', name: ' ' },
    ]) {
      expect((await signer.call('POST', 'hand-over', wrong)).status).toBe(400)
    }
    // The job of an earlier proposal finds the newest one.
    expect((await news()).at(-1)!.body).toContain('p5@example.com')
  })
})

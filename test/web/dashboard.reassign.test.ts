import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn, wasShown } from '../support/dashboard.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { instantiate, LEASE_RECIPIENTS, lockedTemplate } from '../support/templates.ts'
import { type Stage, useStage } from './stage.ts'

let stage: Stage
let ada: DashboardUser
useStage((started) => {
  stage = started
})
beforeAll(async () => {
  ada = await signIn(stage.server, { workspaceId: stage.key.workspaceId, role: 'member' })
})

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }
const ORIGIN = 'https://app.example.com'
const SESSIONS = '/v1/embedded/sign-sessions'
const OLGA = { email: 'olga@example.con', name: 'Olga Order' }

async function sent(fields: Record<string, unknown> = {}) {
  const created = await send(stage.server, stage.key, { title: 'Lease', signers: [GRACE, OLGA], ...fields })
  const [grace, olga] = created.signers.map(({ signingRequestId }) => signingRequestId)
  return { ...created, base: `/documents/${created.documentId}`, grace: grace!, olga: olga! }
}

const read = async (path: string) => (await ada.get(path)).text()

test('a wrong address is put right, and what others have signed stays', async () => {
  const { browser, server, key } = stage
  const { base, signers, olga } = await sent()
  await new Signer(server, signers[0]!.signingUrl).sign()
  const { page, complaints, close } = await dashboardVisit(browser, server, {
    workspaceId: key.workspaceId,
    width: 375,
  })
  await page.goto(server.url + base)
  await page.getByRole('link', { name: 'Correct name or email of Olga Order' }).click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Olga Order')
  expect(await page.getByLabel('Email').inputValue()).toBe('olga@example.con')
  await page.getByLabel('Email').fill('olga@example.com')
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.getByText(`POST /v1/signing-requests/${olga}/reassign`).waitFor()
  await page.getByRole('button', { name: 'Save and send' }).click()
  await page.getByText('The details of Olga Order were corrected; an invitation is on its way.').waitFor()
  await server.work()
  const mails = (await server.outbox()).filter(({ recipient }) => recipient === 'olga@example.com')
  expect(mails).toHaveLength(1)
  const { body } = await server.call<{ signers: { email: string; status: string }[] }>(key, 'GET', `/v1${base}`)
  expect(body.signers.map(({ email, status }) => [email, status])).toEqual([
    ['grace@example.com', 'signed'],
    ['olga@example.com', 'pending'],
  ])
  expect((await fetch(signers[1]!.signingUrl)).status).toBe(404)
  expect(complaints).toEqual([])
  await close()
})

test('a correction keeps all that it does not change, and nothing changed does nothing', async () => {
  const { server, key } = stage
  const phone = { phone_e164: '+41791234567', require_sms_verification: true }
  const all = { ...phone, company: 'Order Ltd', job_title: 'Head', reference: 'cust-9', locale: 'de' }
  const { base, olga, signers } = await sent({ signers: [GRACE, { ...OLGA, ...all }] })
  const path = `${base}/signers/${olga}/correct`
  const shown = { name: OLGA.name, email: OLGA.email, phone: '+41791234567', locale: 'de' }
  const html = await read(path)
  for (const value of [shown.name, shown.email, shown.phone]) expect(html).toContain(`value="${value}"`)
  const was = await wasShown(ada, path)
  expect(await ada.follow(await ada.post(path, { ...shown, was }))).toContain('Nothing was changed.')
  expect((await fetch(signers[1]!.signingUrl)).status).toBe(200)
  const corrected = { ...shown, email: 'olga@example.com', was }
  // The second press of a double click does nothing more.
  for (const _ of [1, 2])
    expect(await ada.follow(await ada.post(path, corrected))).toContain('The details of Olga Order were corrected;')
  const { email, company, jobTitle, reference, locale, phoneMasked, auditEvents } = await readRequest(server, key, olga)
  expect([email, company, jobTitle, reference, locale, phoneMasked]).toEqual([
    'olga@example.com',
    'Order Ltd',
    'Head',
    'cust-9',
    'de',
    '+41*******67',
  ])
  expect(auditEvents.filter(({ type }) => type === 'reassigned')).toHaveLength(1)
})

test('a request is given to somebody only as the API allows, and says why not', async () => {
  const { server, key } = stage
  const withCode = { ...OLGA, phone_e164: '+41791234567', require_sms_verification: true }
  const { base, grace, olga } = await sent({ signers: [GRACE, withCode] })
  const to = (id: string) => `${base}/signers/${id}/reassign`
  const was = await wasShown(ada, to(olga))
  const given = { name: 'Nina', email: 'nina@example.com', locale: 'de', phone: '', was }
  for (const [id, fields, says] of [
    [grace, { email: 'nina' }, 'Enter an email address'],
    [olga, {}, 'Enter the number with its country code'],
    [olga, { phone: '12' }, 'Enter the number with its country code'],
    [olga, { phone: '+41 79 123 45 67' }, 'This is the previous person’s number.'],
  ] as const) {
    const refused = await ada.post(to(id), { ...given, ...fields })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(says)])
  }
  expect(await ada.follow(await ada.post(to(olga), { ...given, phone: '+41 (79) 765-43-21' }))).toContain(
    'Nina signs instead',
  )
  const late = { ...given, email: 'late@example.com', phone: '+41797654322', was: await wasShown(ada, to(olga)) }
  await server.call(key, 'POST', `/v1/signing-requests/${grace}/withdraw`)
  expect(await ada.follow(await ada.post(to(olga), late))).toContain('The document can no longer be completed.')
  expect(await ada.follow(await ada.post(to(grace), given))).toContain('This request is no longer open.')
  expect(await read(base)).not.toContain('/reassign')
  expect((await ada.get(`${base}/signers/${base.slice(11)}/reassign`)).status).toBe(404)
})

test('what can no longer be done is not asked for', async () => {
  const { server, key } = stage
  const withCode = { ...OLGA, phone_e164: '+41791234567', require_sms_verification: true }
  const { base, grace: olga } = await sent({ signers: [withCode] })
  const of = `${base}/signers/${olga}`
  const asked = [`${of}/withdraw`, `${of}/phone`, `${of}/reassign`, `${of}/correct`, `${base}/withdraw`]
  for (const path of asked) expect((await ada.get(path)).status).toBe(200)
  await server.call(key, 'POST', `/v1/signing-requests/${olga}/withdraw`)
  for (const path of [...asked, `${base}/abandon`])
    expect(await ada.follow(await ada.get(path))).toContain('This is no longer possible.')
  expect(await ada.follow(await ada.post(`${base}/abandon`, {}))).toContain(
    'Nothing was done: it has changed meanwhile.',
  )
})

test('a staged document leads to its review, where its recipients are changed', async () => {
  const { server, key } = stage
  const { id } = await lockedTemplate(server, key)
  const { body } = await instantiate(server, key, id, { review: true, recipients: LEASE_RECIPIENTS })
  const text = await read(`/documents/${body.document_id}`)
  expect([text.includes(`/review/${body.document_id}`), text.includes('/reassign')]).toEqual([true, false])
})

test.each([
  [true, 'the invitation is sent when it is their turn.', 'The invitation goes to it when it is their turn.</p>'],
  [false, 'the personal link is below.', 'was changed.</p>'],
])('somebody whose turn has not come is promised what will happen: emails %s', async (send_emails, given, changed) => {
  const { server, key } = stage
  const { id } = await lockedTemplate(server, key)
  const second = { ...LEASE_RECIPIENTS[1], channel: 'sms', phone_e164: '+41791234567' }
  const { body } = await instantiate(server, key, id, { send_emails, recipients: [LEASE_RECIPIENTS[0], second] })
  const base = `/documents/${body.document_id}/signers/${body.recipients[1]!.signing_request_id}`
  const was = await wasShown(ada, `${base}/phone`)
  expect(await ada.follow(await ada.post(`${base}/phone`, { phone: '+41797654321', was }))).toContain(changed)
  const nina = {
    name: 'Nina',
    email: 'nina@example.com',
    locale: 'de',
    phone: '',
    was: await wasShown(ada, `${base}/reassign`),
  }
  expect(await ada.follow(await ada.post(`${base}/reassign`, nina))).toContain(`Nina signs instead; ${given}`)
})

test('what the previous person has seen, the new one has not', async () => {
  const { server } = stage
  const created = await sent({ signers: [OLGA] })
  const { base, grace: request } = created
  const path = `${base}/signers/${request}/reassign`
  await new Signer(server, created.signers[0]!.signingUrl).view()
  expect(await read(base)).toContain('Seen, not signed')
  server.clock.advance(1_000)
  const nina = { name: 'Nina', email: 'nina@example.com', locale: 'de', phone: '', was: await wasShown(ada, path) }
  await ada.post(path, nina)
  const page = await read(base)
  expect(page).not.toContain('Seen, not signed')
  for (const part of ['Waiting for Nina', '>Invited<']) expect(page).toContain(part)
  expect(await read('/documents')).toContain('aria-label="Nina, pending"')

  server.clock.advance(1_000)
  const link = /id="link-[^"]+"[^>]*>([^<]+)</.exec(page)![1]!
  await new Signer(server, link).view()
  expect(await read(base)).toContain('Seen, not signed')
  expect(await read('/documents')).toContain('aria-label="Nina, viewed"')
})

describe('a form that is no longer true', () => {
  const NINA = { name: 'Nina', email: 'nina@example.com', locale: 'de', phone: '+41797654321' }
  const TOLD = 'has changed meanwhile'
  const number = { phone_e164: '+41791234567', require_sms_verification: true }

  /** Somebody with a code, with what their two forms show, and the mails to an address that only they have. */
  async function opened(name: string) {
    const { base, olga } = await sent({ signers: [GRACE, { ...OLGA, ...number }] })
    await stage.server.work()
    const [reassign, phone] = [`${base}/signers/${olga}/reassign`, `${base}/signers/${olga}/phone`]
    const given = { ...NINA, email: `${name}@example.com` }
    const mails = async (address = given.email) =>
      (await stage.server.outbox()).filter(({ recipient }) => recipient === address).length
    return { reassign, phone, given, mails, olga, was: await wasShown(ada, phone) }
  }
  const now = async (id: string) => {
    const { email, phoneMasked, signingUrl } = await readRequest(stage.server, stage.key, id)
    return { email, phoneMasked, status: (await fetch(signingUrl!)).status, signingUrl }
  }

  test('reassigns once, however often it is sent', async () => {
    const { reassign, given, mails, olga, was } = await opened('twice')
    const press = () => ada.post(reassign, { ...given, was })
    expect(await ada.follow(await press())).toContain('Nina signs instead; an invitation is on its way.')
    await stage.server.work()
    const first = await now(olga)
    expect(await ada.follow(await press())).toContain('Nina signs instead; an invitation is on its way.')
    await stage.server.work()
    expect([await now(olga), await mails()]).toEqual([first, 1])
  })

  test('reassigns nobody whom it has not named, and says so', async () => {
    const { reassign, given, mails, olga, was } = await opened('named')
    const bob = await signIn(stage.server, { workspaceId: stage.key.workspaceId, role: 'member' })
    await ada.post(reassign, { ...given, was })
    const karl = { ...given, name: 'Karl', email: 'karl@example.com', phone: '+41797654322', was }
    expect(await bob.follow(await bob.post(reassign, karl))).toContain(TOLD)
    await stage.server.work()
    expect(await now(olga)).toMatchObject({ email: given.email, status: 200 })
    expect([await mails(), await mails('karl@example.com')]).toEqual([1, 0])
  })

  test('changes no phone of somebody whom it has not named, and says so', async () => {
    const { reassign, phone, given, olga, was } = await opened('phoned')
    await ada.post(reassign, { ...given, was })
    const masked = (await now(olga)).phoneMasked
    expect(await ada.follow(await ada.post(phone, { phone: '+41791234599', was }))).toContain(TOLD)
    expect((await now(olga)).phoneMasked).toBe(masked)
    const current = await wasShown(ada, phone)
    for (const _ of ['a press', 'a second one']) {
      const changed = await ada.post(phone, { phone: '+41791234599', was: current })
      expect(await ada.follow(changed)).toContain('Codes for Nina now go to the new number.')
    }
    expect(await ada.follow(await ada.post(phone, { phone: '+41791234588', was: current }))).toContain(TOLD)
    expect((await now(olga)).phoneMasked).toBe('+41*******99')
  })
})

describe('the phone of somebody who is invited by SMS', () => {
  async function texted(channel: string) {
    const { server, key } = stage
    const { id } = await lockedTemplate(server, key)
    const recipients = [{ ...LEASE_RECIPIENTS[0], channel, phone_e164: '+41791234567' }, LEASE_RECIPIENTS[1]]
    const { body } = await instantiate(server, key, id, { recipients })
    const signer = body.recipients[0]!
    const base = `/documents/${body.document_id}`
    const path = `${base}/signers/${signer.signing_request_id}/phone`
    return { base, path, link: signer.signing_url!, id: signer.signing_request_id! }
  }
  const statusOf = async (link: string) => (await fetch(link)).status

  test.each(['sms', 'both'])('can be put right, and the previous number has no link any more: %s', async (channel) => {
    const { server, key } = stage
    const { base, path, link, id } = await texted(channel)
    expect([await statusOf(link), await read(base)]).toEqual([200, expect.stringContaining('phone +41*******67')])
    const embedding = await server.key({ workspaceId: key.workspaceId, embedOrigins: [ORIGIN] })
    const json = { signing_request_id: id, origin: ORIGIN }
    const minted = await server.call<{ id: string }>(embedding, 'POST', SESSIONS, { json })
    expect(minted.status).toBe(201)
    const changed = await ada.post(path, { phone: '+41797654321', was: await wasShown(ada, path) })
    expect(await statusOf(link)).toBe(404)
    expect(await ada.follow(changed)).toContain('The old link stopped working; Remind sends the new one.')
    const session = await server.call<{ status: string }>(embedding, 'GET', `${SESSIONS}/${minted.body.id}`)
    expect(session.body.status).toBe('revoked')
    const { signingUrl, auditEvents } = await readRequest(server, key, id)
    expect(await statusOf(signingUrl!)).toBe(200)
    expect(auditEvents.at(-1)).toMatchObject({ type: 'phone_changed', meta: { new_link_version: 2 } })
  })

  test('is put right by API without another link', async () => {
    const { server, key } = stage
    const { link, id } = await texted('both')
    const json = { phone_e164: '+41797654321' }
    expect((await server.call(key, 'PATCH', `/v1/signing-requests/${id}`, { json })).status).toBe(200)
    expect(await statusOf(link)).toBe(200)
  })
})

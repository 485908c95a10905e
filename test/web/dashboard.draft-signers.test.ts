import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { placeDraftFields, placementState } from '../../server/domain/drafts/edit.ts'
import { type DraftRow, openDraft } from '../../server/domain/drafts/read.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { draftFor, draftForm, pressSend } from '../support/drafts.ts'
import { Signer } from '../support/flow.ts'
import { type Drafting, useDrafting } from './stage.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' }
const HEDY = { name: 'Hedy Lamarr', email: 'hedy@example.com' }

let { server, browser, olga, anna } = {} as Drafting
useDrafting((drafting) => {
  ;({ server, browser, olga, anna } = drafting)
})

const pathOf = ({ id }: { id: string }) => `/documents/drafts/${id}`
const signersOf = async ({ id }: { id: string }) =>
  (await openDraft(server.ctx, olga, id)).draft.model.signers.map(({ name }) => name)
const places = (...all: string[]) => Object.fromEntries(all.map((place, at) => [`signers[${at}].signing_order`, place]))

test('a place that two have is refused beside the second, and everything typed stays', async () => {
  const draft = await draftFor(server, olga, [ADA, GRACE, HEDY], { signing_mode: 'sequential' })
  const form = { ...draftForm(draft, 'save'), ...places('1', '2', '1'), message: 'As typed' }
  const title = `title.${draft.files[0]!.id}`
  for (const button of ['save', 'send', 'add', `drop ${draft.model.signers[1]!.id}`]) {
    const refused = await anna.post(pathOf(draft), { ...form, do: button, [title]: 'Its title' })
    expect([button, refused.status]).toEqual([button, 422])
    const page = await refused.text()
    const second = button.startsWith('drop') ? 1 : 2
    expect(page).toContain(`id="signers[${second}].signing_order-problem"`)
    expect(page).toContain('“1” is the place of another too.')
    expect(page).toMatch(new RegExp(`name="signers\\[${second}\\]\\.signing_order"[^>]* value="1"`))
    expect(page).toContain('As typed')
    expect(page).toContain('value="Its title"')
    expect(page).toContain(`name="revision" value="${draft.revision}"`)
  }
  expect(await signersOf(draft)).toEqual([ADA.name, GRACE.name, HEDY.name])
  const given = await anna.post(pathOf(draft), { ...form, ...places('3', '2', '1') })
  expect(await anna.follow(given)).toContain('Saved.')
  expect(await signersOf(draft)).toEqual([HEDY.name, GRACE.name, ADA.name])
})

test('all at once, places mean nothing', async () => {
  const draft = await draftFor(server, olga, [ADA, GRACE], { signing_mode: 'sequential' })
  const form = { ...draftForm(draft, 'save'), ...places('1', '1'), signing_mode: 'parallel' }
  expect(await anna.follow(await anna.post(pathOf(draft), form))).toContain('Saved.')
})

test('one after the other, it is on the way to the first', async () => {
  const sent = async (people: (typeof ADA)[], signing_mode: 'parallel' | 'sequential') => {
    const draft = await draftFor(server, olga, people, { signing_mode })
    return anna.follow(await anna.post(pathOf(draft), draftForm(draft, 'send')))
  }
  const others = 'It is on the way to 1 person. The other 2 are invited when it is their turn.'
  expect(await sent([ADA, GRACE, HEDY], 'sequential')).toContain(others)
  const other = 'It is on the way to 1 person. The other is invited when it is their turn.'
  expect(await sent([ADA, GRACE], 'sequential')).toContain(other)
  expect(await sent([ADA, GRACE, HEDY], 'parallel')).toContain('It is on the way to 3 people.<')
})

test('with as many signers as there can be, none is added, and nothing typed is lost', async () => {
  const people = Array.from({ length: 20 }, (_, at) => ({ name: `Person ${at}`, email: `signer${at}@example.com` }))
  const few = await draftFor(server, olga, people.slice(0, 19))
  expect(await (await anna.get(pathOf(few))).text()).toMatch(/Add me.*Add a signer/s)
  const draft = await draftFor(server, olga, people)
  expect(await (await anna.get(pathOf(draft))).text()).not.toMatch(/Add me|Add a signer/)
  for (const button of ['add', 'add-me']) {
    const refused = await anna.post(pathOf(draft), { ...draftForm(draft, button), message: 'As typed' })
    const page = await refused.text()
    expect([button, refused.status, page]).toEqual([button, 422, expect.stringContaining('at most 20 people can sign')])
    expect(page).toContain('As typed')
    expect(page).toContain('name="signers" value="20"')
    expect(page).toContain(`name="revision" value="${draft.revision}"`)
  }
})

describe('whoever adds themselves', () => {
  const rowsOf = async ({ id }: { id: string }) => (await openDraft(server.ctx, olga, id)).draft.model.signers
  const addMe = async (draft: DraftRow, more: Record<string, string> = {}) =>
    anna.post(pathOf(draft), { ...draftForm(draft, 'add-me'), ...more })

  test('is the signer whom nobody was named for, with the fields of that signer, and can send', async () => {
    const draft = await draftFor(server, olga, [ADA, { role: 'tenant' }, {}])
    const [ada, tenant, third] = draft.model.signers
    const added = await addMe(draft)
    expect(added.headers.get('location')).toBe(`${pathOf(draft)}#signers[1].name`)
    const page = await anna.follow(added)
    expect(page).not.toContain('Add me')
    expect(page).toContain('Send, and sign my part now')
    expect(await rowsOf(draft)).toEqual([ada, { ...tenant, name: 'Anna Sender', email: anna.email }, third])

    const alone = await draftFor(server, olga, [{}])
    await addMe(alone)
    const now = (await openDraft(server.ctx, olga, alone.id)).draft
    expect(await anna.follow(await anna.post(pathOf(alone), draftForm(now, 'send')))).toContain(
      'on the way to 1 person',
    )
  })

  test('is added where each signer is somebody already, and once, however often it is pressed', async () => {
    const draft = await draftFor(server, olga, [ADA, {}, { name: 'Grace' }])
    const phone = { 'signers[1].phone_e164': '+41791234567' }
    const presses = await Promise.all([addMe(draft, phone), addMe(draft, phone)])
    expect(presses.map(({ status }) => status)).toEqual([303, 303])
    const now = (await openDraft(server.ctx, olga, draft.id)).draft
    expect((await addMe(now, phone)).headers.get('location')).toBe(`${pathOf(draft)}#signers[3].name`)
    expect((await rowsOf(draft)).map(({ email }) => email)).toEqual([ADA.email, '', '', anna.email])
  })

  test('can do so among as many signers as there can be, if one is nobody yet', async () => {
    const people = Array.from({ length: 20 }, (_, at) => ({ email: at === 7 ? '' : `signer${at}@example.com` }))
    const draft = await draftFor(server, olga, people)
    const page = await (await anna.get(pathOf(draft))).text()
    expect([page.includes('Add me'), page.includes('Add a signer')]).toEqual([true, false])
    expect((await addMe(draft)).status).toBe(303)
    expect((await rowsOf(draft))[7]!.email).toBe(anna.email)
  })
})

const linksOf = async (documentId: string) =>
  [...(await (await anna.get(`/documents/${documentId}`)).text()).matchAll(/href="([^"]+)">\s*Sign my part now/g)].map(
    ([, link]) => link!,
  )
const documentsOf = ({ id }: { id: string }) =>
  server.ctx.db.selectFrom('documents').selectAll().where('envelope_id', '=', id).orderBy('id').execute()

test('somebody whose phone was typed with spaces proves it by a code, and signs', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const phone = { 'signers[0].phone_e164': '+41 (79) 123-45-67', 'signers[0].sms_code': 'on' }
  const sent = await anna.post(pathOf(draft), { ...draftForm(draft, 'send'), ...phone })
  expect(sent.status).toBe(303)
  await server.work()
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === ADA.email)!
  const signer = new Signer(server, /http\S+\/sign\/\S+/.exec(mail.body)![0])
  expect(await signer.sign()).toMatchObject({ status: 403, body: { code: 'sms_required' } })
  await signer.verifyPhone(server)
  expect((await signer.sign()).status).toBe(200)
  await server.work()
  expect((await server.outbox()).findLast(({ channel }) => channel === 'sms')!.recipient).toBe('+41791234567')
  expect((await documentsOf(draft)).map(({ seal_state }) => seal_state)).toEqual(['sealed'])
})

test('Sign now with several PDFs leads to the first document, and each has its own part to sign', async () => {
  const me = { name: 'Anna Sender', email: anna.email }
  const draft = await draftFor(server, olga, [me], { names: ['a.pdf', 'b.pdf'] })
  const answer = await anna.post(pathOf(draft), draftForm(draft, 'sign'))
  const documents = await documentsOf(draft)
  const links = await Promise.all(documents.map(({ id }) => linksOf(id)))
  expect(links.map(({ length }) => length)).toEqual([1, 1])
  expect(answer.headers.get('location')).toBe(`/documents/${documents.find(({ title }) => title === 'a')!.id}`)
  expect(await anna.follow(answer)).toContain('Sign your part of each of the 2 documents.')
  for (const link of links.flat())
    expect((await new Signer(server, new URL(link, server.url).href).sign()).status).toBe(200)
  await server.work()
  expect((await documentsOf(draft)).map(({ seal_state }) => seal_state)).toEqual(['sealed', 'sealed'])
  expect((await Promise.all(documents.map(({ id }) => linksOf(id)))).flat()).toEqual([])
})

test('Sign now, before it is one’s turn, leads to the document, where the part waits for its turn', async () => {
  const me = { name: 'Anna Sender', email: anna.email.toUpperCase() }
  const draft = await draftFor(server, olga, [ADA, me], { signing_mode: 'sequential' })
  const answer = await anna.post(pathOf(draft), draftForm(draft, 'sign'))
  const [document] = await documentsOf(draft)
  expect(answer.headers.get('location')).toBe(`/documents/${document!.id}`)
  expect(await anna.follow(answer)).toContain('It is on the way to 1 person.')
  expect(await linksOf(document!.id)).toEqual([])
  await server.work()
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === ADA.email)!
  await new Signer(server, /http\S+\/sign\/\S+/.exec(mail.body)![0]).sign()
  const [own] = await linksOf(document!.id)
  expect((await new Signer(server, new URL(own!, server.url).href).sign()).status).toBe(200)
})

/** What is behind the lines of those who sign. */
const openAll = (page: Page) =>
  page.locator('.person-more').evaluateAll((all) => {
    for (const more of all) (more as HTMLDetailsElement).open = true
  })

test('a half-typed address holds up nobody who adds or removes a signer or a PDF', async () => {
  const draft = await draftFor(server, olga, [ADA], { names: ['a.pdf', 'b.pdf'] })
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: anna.workspaceId })
  await page.goto(server.url + pathOf(draft))
  const emails = page.getByLabel('Email')
  const press = async (name: string, left: number) => {
    await emails.first().fill('ada@')
    await openAll(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => emails.count()).toBe(left)
  }
  await press('Add me', 2)
  await press('Add a signer', 3)
  await press('Remove Signer 3', 2)
  await emails.first().fill('ada@')
  await page.getByRole('button', { name: 'Remove b', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Remove b', exact: true }).count()).toBe(0)
  await expect.poll(() => emails.first().inputValue()).toBe('ada@')
  await close()
})

test('what was typed is there again after a look at the fields, or at the question whether to delete it', async () => {
  const draft = await draftFor(server, olga, [ADA])
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: anna.workspaceId })
  await page.goto(server.url + pathOf(draft))
  const [email, message] = [page.getByLabel('Email'), page.getByLabel('Message', { exact: true })]
  const typed = () => Promise.all([email.inputValue(), message.inputValue()])
  await email.fill('ada@')
  await message.fill('As typed')
  await page.getByText('Fields of lease').click()
  await page.waitForURL(`**?file=${draft.files[0]!.id}`)
  await page.goBack()
  await page.getByRole('heading', { name: 'Email' }).waitFor()
  expect(await typed()).toEqual(['ada@', 'As typed'])
  // What came back is of the newest revision.
  await message.fill('Typed again')
  await page.getByRole('button', { name: 'Delete this draft' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Email' }).waitFor()
  expect(await typed()).toEqual(['ada@', 'Typed again'])
  await close()
})

test('the fields of somebody who is removed stay until somebody else is chosen for them', async () => {
  const draft = await draftFor(server, olga, [GRACE, ADA])
  const file = draft.files[0]!
  const fieldsOf = async () => (await openDraft(server.ctx, olga, draft.id)).draft.files[0]!.boxes
  const place = { page: 1, x: 0.1, w: 0.3, h: 0.05, required: true, label: null }
  const [grace, ada] = draft.model.signers.map(({ id }) => id)
  const boxes = [grace!, ada!, ada!].map((signer, at) => ({
    ...{ id: randomUUID(), kind: 'signature' as const, signer, y: 0.1 * (at + 1), ...place },
  }))
  const edit = { was: placementState(file), placement: 'explicit' as const, boxes }
  const placed = await placeDraftFields(server.ctx, olga, draft.id, file.id, edit)

  const left = await anna.follow(await anna.post(pathOf(draft), draftForm(placed, `drop ${ada}`)))
  expect(left).toContain('3 fields placed, 2 without a signer')
  expect((await fieldsOf()).map(({ signer }) => signer)).toEqual([grace, '', ''])
  const form = draftForm((await openDraft(server.ctx, olga, draft.id)).draft, 'send')
  const refused = await (await anna.post(pathOf(draft), form)).text()
  const words = 'Field 2 of lease has no signer. Choose one under Fields.'
  expect(refused).toMatch(new RegExp(`href="#title.${file.id}"[^>]*>\\s*${words}`))

  const { page, close } = await dashboardVisit(browser, server, { workspaceId: anna.workspaceId })
  await page.goto(`${server.url}${pathOf(draft)}/files/${file.id}`)
  const free = page.getByRole('button', { name: 'Signature, nobody, page 1, required' })
  await expect.poll(() => free.count()).toBe(2)
  await free.first().click()
  await page.getByRole('textbox', { name: 'From the left, mm' }).fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await fieldsOf()).map(({ signer }) => signer)).toEqual([grace, '', ''])
  for (let more = 2; more > 0; more--) {
    await free.first().click()
    await page.getByRole('combobox', { name: 'Signer', exact: true }).selectOption({ label: GRACE.name })
    await expect.poll(() => free.count()).toBe(more - 1)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  // The page still says so of the time before.
  await expect.poll(async () => (await fieldsOf()).map(({ signer }) => signer)).toEqual([grace, grace, grace])
  await page.getByRole('link', { name: 'Back' }).click()
  await pressSend(page)
  await page.getByText('It is on the way to 1 person.').waitFor()
  await close()
})

const inWindow = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

test('whoever adds or removes a signer goes on there', async () => {
  const draft = await draftFor(server, olga, [ADA, GRACE, HEDY])
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: anna.workspaceId, height: 500 })
  await page.goto(server.url + pathOf(draft))
  const focused = () => page.evaluate(() => document.activeElement?.id)
  const fourth = page.locator('legend', { hasText: 'Signer 4' })
  await page.getByRole('button', { name: 'Add a signer' }).click()
  await expect.poll(focused).toBe('signers[3].name')
  expect(await inWindow(fourth)).toBe(true)
  await openAll(page)
  await page.getByRole('button', { name: 'Remove Hedy Lamarr' }).click()
  await fourth.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('signers[0].name')
  await close()
})

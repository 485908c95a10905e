import { describe, expect, test } from 'vitest'
import { REVIEW } from '../../server/limits.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { readDocument } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import {
  FILE_MODEL,
  generate,
  LEASE_VALUES,
  leaseModel,
  leaseOfRooms,
  lockedTemplate,
  staged,
  text,
} from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada } = {} as Office
let templateId: string
useOffice(
  async (office) => {
    ;({ server, browser, key, ada } = office)
    templateId = (await lockedTemplate(server, key)).id
  },
  { name: 'Ada Reviewer' },
)

const stage = async (more: Record<string, unknown> = {}) =>
  (await staged(server, key, templateId, { send_emails: true, ...more })).document_id!

/** What the page's form sends when nothing was changed. */
const shown = (more: Record<string, string> = {}) => ({
  revision: '0',
  'slot1.name': 'Ada Lovelace',
  'slot1.email': 'ada@example.com',
  'slot1.phone_e164': '',
  'slot2.name': 'Grace Hopper',
  'slot2.email': 'grace@example.com',
  'slot2.phone_e164': '',
  'value.tenant_name': LEASE_VALUES.tenant_name,
  'value.monthly_rent': LEASE_VALUES.monthly_rent,
  ...more,
})
const textOf = async (path: string) => (await ada.get(path)).text()
const paperOf = async (id: string) => {
  const answer = await ada.get(`/review/${id}/document.pdf`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  // No site frames it.
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  const pages = await pdfJsTexts(Buffer.from(await answer.arrayBuffer()))
  return pages
    .flat()
    .map(({ text }) => text)
    .join(' ')
}

test('the pages are drawn, with the values lit up on them, behind a table that has added pages too', async () => {
  const { boxes } = leaseModel() as { boxes: Record<string, unknown>[] }
  const template = leaseModel({ boxes: [...boxes, text('start_date', 0.5, { page: 2, required: false })] })
  const { id: long } = await lockedTemplate(server, key, { template })
  const items = Array.from({ length: 120 }, (_, row) => ({ what: `Thing ${row + 1}`, amount: '1' }))
  const { document_id: id } = await staged(server, key, long, { field_values: { ...LEASE_VALUES, items } })
  const pages = (await textOf(`/review/${id}`)).split(`<img src="/documents/${id}/page-`).slice(1)
  const lit = pages.map((page) =>
    [...page.matchAll(/href="#value\.([^"]+)" tabindex="-1"><rect/g)].map(([, key]) => key),
  )
  expect(lit).toEqual([['tenant_name', 'monthly_rent', 'start_date', 'pets', 'items'], [], [], [], ['start_date']])
  expect(pages[4]).toContain('<rect x="0.1" y="0.5" width="0.5" height="0.03"')
})

test('the side bar of every page says how many wait, until their time is over', async () => {
  const count = async () => /class="count">([^<]+)</.exec(await (await ada.get('/account')).text())?.[1]
  expect(await count()).toBeUndefined()
  await stage()
  await stage()
  expect(await count()).toBe('2')
  server.clock.advance(REVIEW.windowMs)
  expect(await count()).toBeUndefined()
})

test('what was discarded is erased by an owner, before its time', async () => {
  const id = await stage()
  const owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner', name: 'Olive Owner' })
  const base = `/documents/${id}`
  expect(await (await owner.get(base)).text()).not.toContain(`${base}/erase`)
  expect((await ada.post(`/review/${id}/discard`)).status).toBe(303)
  expect(await (await owner.get(base)).text()).toContain(`${base}/erase`)
  expect(await owner.follow(await owner.post(`${base}/erase`))).toContain('The files were deleted.')
  const file = await server.call(key, 'GET', `/v1${base}/file`)
  expect([file.status, file.body]).toEqual([409, expect.objectContaining({ code: 'discarded' })])
})

test('a review whose time is over is erased once its end is recorded', async () => {
  const id = await stage()
  const owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner' })
  server.clock.advance(REVIEW.windowMs)
  expect(await owner.follow(await owner.post(`/documents/${id}/erase`))).toContain('Nothing was done')
  await server.work()
  await server.call(key, 'POST', `/v1/documents/${id}/discard`)
  expect(await owner.follow(await owner.post(`/documents/${id}/erase`))).toContain('The files were deleted.')
})

describe('who may see a review', () => {
  test('nobody who is not signed in, who comes back to it; nobody of another workspace', async () => {
    const id = await stage()
    for (const path of [`/review/${id}`, `/review/${id}/document.pdf`, '/review']) {
      const answer = await fetch(server.url + path, { redirect: 'manual' })
      const next = `/sign-in?next=${encodeURIComponent(path)}`
      expect([answer.status, answer.headers.get('location')]).toEqual([303, next])
    }
    expect(await (await ada.get(`/documents/${id}`)).text()).toContain(`href="/review/${id}"`)
    const other = await signIn(server)
    for (const path of [`/review/${id}`, `/review/${id}/document.pdf`, `/review/${id}/discard`]) {
      expect((await other.get(path)).status).toBe(404)
    }
    expect((await other.post(`/review/${id}`, shown({ do: 'send' }))).status).toBe(404)
    expect((await other.post(`/review/${id}/discard`)).status).toBe(404)
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged' })
    const foreign = await ada.post(`/review/${id}`, shown({ do: 'send' }), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  test('the address of a document that was never staged, and one that is none', async () => {
    expect((await ada.get('/review/nothing')).status).toBe(404)
  })
})

describe('the form of a review, without a script', () => {
  test('a value is saved into the document; a refused one is shown again, with the reason at its field', async () => {
    const id = await stage()
    const refused = await ada.post(`/review/${id}`, shown({ do: 'save', 'value.monthly_rent': 'much' }))
    expect(refused.status).toBe(422)
    const again = await refused.text()
    expect(again).toContain('value="much"')
    expect(again).toContain('href="#value.monthly_rent"')
    expect(again).toMatch(/aria-describedby="[^"]*value.monthly_rent-problem"/)
    expect(again).toContain('Monthly rent must be')

    const saved = shown({
      do: 'save',
      'value.tenant_name': 'Hedy',
      'rows.items': '2',
      'value.items.0.what': 'Desk',
      'value.items.0.amount': '9.5',
    })
    expect(await ada.follow(await ada.post(`/review/${id}`, saved))).toContain('Saved.')
    const paper = await paperOf(id)
    expect(paper).toContain('Hedy')
    expect(paper).toContain('Desk')
    expect(paper).toContain('9.50')
    const lost = await ada.follow(await ada.post(`/review/${id}`, shown({ do: 'save', 'value.tenant_name': 'Late' })))
    expect(lost).toContain('It has changed meanwhile, by somebody else or in another tab.')
    expect(await paperOf(id)).toContain('Hedy')
  })

  test.each([
    ['too long', 'x'.repeat(121), 'The name of tenant must have at most 120 characters'],
    ['with a control character', 'Ada\u0007', 'The name of tenant must not be empty or contain'],
  ])('a name %s is refused at its field, for a save and for a send', async (_, name, words) => {
    const id = await stage()
    for (const what of ['save', 'send']) {
      const answer = await ada.post(`/review/${id}`, shown({ do: what, 'slot1.name': name }))
      expect([what, answer.status]).toEqual([what, 422])
      const page = await answer.text()
      expect(page).toContain(words)
      expect(page).toContain('href="#slot1.name"')
    }
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged' })
  })

  test('what is sent was seen: a changed value is shown once more, a changed recipient goes out', async () => {
    const id = await stage()
    const first = shown({ do: 'send', 'value.tenant_name': 'Hedy' })
    expect(await ada.follow(await ada.post(`/review/${id}`, first))).toContain('Check it once more, then send.')
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged' })
    const second = shown({ do: 'send', revision: '1', 'value.tenant_name': 'Hedy', 'slot1.email': 'hedy@example.com' })
    const page = await ada.follow(await ada.post(`/review/${id}`, second))
    expect(page).toContain('Confirmed and on its way.')
    expect(page).toContain('Ada Reviewer')
    expect(await readDocument(server, key, id)).toMatchObject({
      status: 'pending',
      signers: [{ email: 'hedy@example.com' }, { email: 'grace@example.com' }],
    })
    await server.work()
    expect((await server.outbox()).some(({ recipient }) => recipient === 'hedy@example.com')).toBe(true)
    // A second window that still shows the form changes nothing.
    expect(await ada.follow(await ada.post(`/review/${id}`, shown({ do: 'send' })))).toContain('Confirmed')
  })

  test('a phone that was changed meanwhile stays, and the form of before is told', async () => {
    const id = await stage()
    const { signers } = await readDocument(server, key, id)
    const phone = '+41791234567'
    const path = `/v1/signing-requests/${signers[0]!.id}`
    const changed = await server.call(key, 'PATCH', path, { json: { phone_e164: phone } })
    expect(changed.status).toBe(200)
    const told = await ada.follow(await ada.post(`/review/${id}`, shown({ do: 'send' })))
    expect(told).toContain('It has changed meanwhile, by somebody else or in another tab.')
    expect(told).toContain(`value="${phone}"`)
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged' })
    const again = shown({ do: 'send', revision: '1', 'slot1.phone_e164': phone })
    expect(await ada.follow(await ada.post(`/review/${id}`, again))).toContain('Confirmed and on its way.')
    const row = await server.ctx.db
      .selectFrom('signing_requests')
      .select('phone_e164')
      .where('document_id', '=', id)
      .where('slot', '=', 1)
      .executeTakeFirst()
    expect(row?.phone_e164).toBe(phone)
  })

  test('of two who confirm at the same time, one is told that nothing of theirs was taken', async () => {
    const id = await stage()
    const bob = await signIn(server, { workspaceId: key.workspaceId, name: 'Bob Reviewer' })
    const people = [
      { who: ada, name: 'Ada Reviewer', email: 'ada@new.example.com' },
      { who: bob, name: 'Bob Reviewer', email: 'bob@new.example.com' },
    ]
    const pages = await Promise.all(
      people.map(async ({ who, email }) =>
        who.follow(await who.post(`/review/${id}`, shown({ do: 'send', 'slot1.email': email }))),
      ),
    )
    const first = pages.findIndex((page) => page.includes('Confirmed and on its way.'))
    const told = `It was confirmed meanwhile, by ${people[first]!.name}. Your changes were not taken.`
    expect(pages[1 - first]).toContain(told)
    const { signers } = await readDocument(server, key, id)
    expect(signers[0]!.email).toBe(people[first]!.email)

    // Nor is anybody told otherwise who presses later.
    const late = shown({ do: 'send', 'slot1.email': people[1 - first]!.email })
    expect(await ada.follow(await ada.post(`/review/${id}`, late))).toContain(told)
    const same = shown({ do: 'send', 'slot1.email': people[first]!.email })
    expect(await bob.follow(await bob.post(`/review/${id}`, same))).toContain('It was confirmed before.')
  })

  test('who is late by the edit of a value is told so as well', async () => {
    const id = await stage()
    const path = `/v1/documents/${id}/confirm`
    const edit = shown({ do: 'save', 'value.tenant_name': 'Hedy' })
    const [confirmed, page] = await Promise.all([
      server.call(key, 'POST', path, { json: {} }),
      ada.post(`/review/${id}`, edit).then((answer) => ada.follow(answer)),
    ])
    // Whichever was first, the edit is in the document or its author knows that it is not.
    expect(confirmed.status).toBe(200)
    const isIn = (await paperOf(id)).includes('Hedy')
    expect(page).toContain(
      isIn ? 'Saved.' : 'It was confirmed meanwhile, by the key Test. Your changes were not taken.',
    )
  })

  test('an address that is none is refused at its field', async () => {
    const id = await stage()
    const refused = await ada.post(`/review/${id}`, shown({ do: 'send', 'slot2.email': 'grace' }))
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('The address of landlord must be an email address')
  })

  test('a table of many rows is edited as a whole: rows are added, removed and changed without a script', async () => {
    const items = Array.from({ length: 120 }, (_, row) => ({ what: `Thing ${row + 1}`, amount: '1' }))
    const id = await stage({ field_values: { ...LEASE_VALUES, items } })
    const page = await (await ada.get(`/review/${id}`)).text()
    expect(page).toContain('value="Thing 120"')
    const cells = Object.fromEntries(items.map(({ what }, row) => [`value.items.${row}.what`, what]))
    const filled = { ...cells, 'rows.items': '122' }
    const more = await (await ada.post(`/review/${id}`, shown({ ...filled, do: 'more:items' }))).text()
    expect(more).toContain('name="value.items.131.what"')
    expect(more).not.toContain('name="value.items.132.what"')
    const less = await (await ada.post(`/review/${id}`, shown({ ...filled, do: 'less:items:0' }))).text()
    expect(less).toMatch(/name="value.items.0.what" value="Thing 2"/)
    expect(less).not.toContain('name="value.items.121.what"')
    // Neither is kept before it is saved.
    expect(await paperOf(id)).toContain('Thing 1 ')

    const saved = shown({ ...filled, do: 'save', 'value.items.119.what': 'The very last', 'value.items.0.what': '' })
    expect(await ada.follow(await ada.post(`/review/${id}`, saved))).toContain('Saved.')
    const paper = await paperOf(id)
    expect(paper).toContain('The very last')
    expect(paper).not.toContain('Thing 1 ')
    // One row less at the end is a change as well.
    const shorter = shown({ ...filled, do: 'save', revision: '1', 'rows.items': '3', 'value.items.0.what': '' })
    expect(await ada.follow(await ada.post(`/review/${id}`, shorter))).toContain('Saved.')
    expect(await paperOf(id)).not.toContain('The very last')
  })

  test('of many problems in a table the first are listed, with how many more there are', async () => {
    const id = await stage()
    const cells = Array.from({ length: 300 }, (_, row) => [`value.items.${row}.amount`, 'x'] as const)
    const table = shown({ 'rows.items': '300', ...Object.fromEntries(cells), do: 'save' })
    const refused = await ada.post(`/review/${id}`, table)
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('<a class="text" href="#review">There are 400 more, which are not listed.</a>')
    expect(page.match(/<li><a class="text" href="#/g)).toHaveLength(201)
  })

  test('another language and another order of the recipients; an order given twice is refused at its field', async () => {
    const id = await stage()
    const twice = shown({ do: 'save', 'slot1.signing_order': '2', 'slot2.signing_order': '2' })
    const refused = await ada.post(`/review/${id}`, twice)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('The place in the order of landlord: 2 is given twice')
    expect((await ada.post(`/review/${id}`, shown({ do: 'save', 'slot1.signing_order': 'first' }))).status).toBe(422)

    const swapped = { 'slot1.signing_order': '2', 'slot2.signing_order': '1', 'slot2.locale': 'de' }
    expect(await ada.follow(await ada.post(`/review/${id}`, shown({ do: 'save', ...swapped })))).toContain('Saved.')
    for (const path of ['/review', `/review/${id}`]) {
      const names = (await (await ada.get(path)).text()).match(/Grace Hopper|Ada Lovelace/g)
      expect([path, names?.[0]]).toEqual([path, 'Grace Hopper'])
    }
    const sent = shown({ do: 'send', revision: '1', ...swapped })
    expect(await ada.follow(await ada.post(`/review/${id}`, sent))).toContain('Confirmed and on its way.')
    const { signers } = (await readDocument(server, key, id)) as unknown as {
      signers: { email: string; status: string }[]
    }
    expect(Object.fromEntries(signers.map(({ email, status }) => [email, status]))).toEqual({
      'ada@example.com': 'queued',
      'grace@example.com': 'pending',
    })
  })

  test('a document that a person has staged says who', async () => {
    const form = { ...shown({ do: 'stage' }), version: '1', 'slot1.locale': 'en', 'slot2.locale': 'en' }
    const staged = await ada.post(`/templates/${templateId}/send`, form)
    const path = staged.headers.get('location')!
    expect(path).toMatch(/^\/review\//)
    const stager = '<b><bdi>Ada Reviewer</bdi></b>'
    expect(await textOf(path)).toContain(`Staged by ${stager} from template`)
    expect(await textOf('/review')).toMatch(/data-label="Staged by"[^>]*><bdi>Ada Reviewer</)
    expect(await ada.follow(await ada.post(`${path}/discard`))).toContain(`<dt>Staged by</dt><dd>${stager}</dd>`)

    const id = await stage()
    expect(await textOf(`/review/${id}`)).toContain('Staged by key <b><bdi>Test</bdi></b> from template')
    expect(await textOf('/review')).toMatch(/data-label="Staged by"[^>]*><bdi>Test</)
  })

  test('discard asks first, and says afterwards who did it', async () => {
    const id = await stage()
    expect(await (await ada.get(`/review/${id}/discard`)).text()).toContain('Discard Lease?')
    const page = await ada.follow(await ada.post(`/review/${id}/discard`))
    expect(page).toContain('Discarded. Nobody was invited.')
    expect(page).toContain('Ada Reviewer')
    expect((await ada.get(`/review/${id}/document.pdf`)).status).toBe(409)
  })

  test('what goes out without emails, and a file, which goes nowhere, are said to be confirmed', async () => {
    const silent = await stage({ send_emails: false })
    const told = await ada.follow(await ada.post(`/review/${silent}`, shown({ do: 'send' })))
    expect(told).toContain('Confirmed, without emails. The personal links are with the document.')
    expect(told).toContain('This was reviewed and confirmed, without emails.')
    const { id } = await lockedTemplate(server, key, { template: FILE_MODEL })
    const file = (await generate(server, key, id, { review: true })).headers.get('x-document-id')!
    expect(await textOf(`/review/${file}`)).not.toContain('would go out')
    const done = await ada.follow(await ada.post(`/review/${file}`, shown({ do: 'send' })))
    expect(done).toContain('The file is confirmed.')
    expect(done).toContain('This file was reviewed and confirmed.')
  })

  test('the timeline says which values were changed', async () => {
    const id = await stage()
    await ada.post(`/review/${id}`, shown({ do: 'save', 'value.tenant_name': 'Hedy' }))
    const page = await textOf(`/documents/${id}`)
    expect(page).toContain('values changed: tenant_name')
    expect(page).not.toContain('filled in:')
  })

  test('the page of a discarded document offers no file, and says what becomes of them', async () => {
    const id = await stage()
    const before = server.clock.now()
    const path = `/documents/${id}`
    expect(await textOf(path)).toContain(`${path}/page-1`)
    server.clock.advance(REVIEW.windowMs)
    const again = await signIn(server, { workspaceId: key.workspaceId })
    const shownAfter = async () => (await again.get(path)).text()
    const kept = 'It was discarded. Its files cannot be opened any more, and are deleted after 30 days at the latest.'
    const over = await shownAfter()
    await server.run('end-reviews', {})
    const recorded = await shownAfter()
    for (const text of [over, recorded]) {
      expect(text).toContain(kept)
      for (const absent of [`${path}/file`, '/page-1', 'were deleted', 'audit trail'])
        expect(text).not.toContain(absent)
    }
    server.clock.advance(REVIEW.discardedKeptMs)
    await server.run('end-reviews', {})
    const late = await signIn(server, { workspaceId: key.workspaceId })
    expect(await (await late.get(path)).text()).toContain('It was discarded, and its files were deleted.')
    server.clock.set(before)
  })

  test('who comes after somebody else has decided is told so', async () => {
    const bob = await signIn(server, { workspaceId: key.workspaceId, name: 'Bob Reviewer' })
    const discarded = await stage()
    await bob.post(`/review/${discarded}/discard`)
    for (const [form, told] of [
      [{ 'slot1.name': 'Hedy' }, 'It was discarded meanwhile, by Bob Reviewer. Your changes were not taken.'],
      [{ 'value.tenant_name': 'Hedy' }, 'It was discarded meanwhile, by Bob Reviewer. Your changes were not taken.'],
      [{}, 'It was discarded before.'],
      [{ do: 'send' }, '<p class="flash bad" role="alert">It was discarded meanwhile, by Bob Reviewer.'],
    ] as const) {
      const late = await ada.post(`/review/${discarded}`, shown({ do: 'save', ...form }))
      expect(await ada.follow(late)).toContain(told)
    }
    const confirmed = await stage()
    await bob.post(`/review/${confirmed}`, shown({ do: 'send' }))
    const told = 'It was confirmed meanwhile, by Bob Reviewer. It was not discarded.'
    expect(await ada.follow(await ada.post(`/review/${confirmed}/discard`))).toContain(told)
    expect(await readDocument(server, key, confirmed)).toMatchObject({ status: 'pending' })
  })

  test('after the window it says that nobody decided', async () => {
    const id = await stage()
    const before = server.clock.now()
    server.clock.advance(REVIEW.windowMs)
    const again = await signIn(server, { workspaceId: key.workspaceId })
    expect(await (await again.get(`/review/${id}`)).text()).toContain('nobody decided in 14 days')
    expect(await (await again.get('/review')).text()).toContain('Nothing to review')
    for (const button of ['send', 'save']) {
      const pressed = await again.follow(await again.post(`/review/${id}`, shown({ do: button, 'slot1.name': 'Hedy' })))
      expect(pressed).toContain('It was discarded meanwhile: nobody decided in 14 days. Your changes were not taken.')
    }
    expect(await again.follow(await again.post(`/review/${id}/discard`))).toContain('It was discarded before.')
    await server.work()
    expect(await readDocument(server, key, id)).toMatchObject({
      status: 'discarded',
      signers: [{ name: 'Ada Lovelace' }, {}],
    })
    server.clock.set(before)
  })
})

test('in a browser: from the list to the paper, a correction, sent; accessible, and narrow', async () => {
  const title = 'Lease of 山田 花子, with a long name that goes on and on, and مستأجر'
  const items = [{ what: 'Desk', amount: '120' }]
  const id = await stage({ title, field_values: { ...LEASE_VALUES, items } })
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  await page.goto(`${server.url}/documents`)
  await page.getByRole('link', { name: /^Review\b/ }).click()
  expect(await page.getByText('13 days left').or(page.getByText('14 days left')).count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: title }).click()
  await page.waitForURL(`**/review/${id}`)
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Tenant', { exact: true }).fill('Hedy Lamarr')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await page.getByLabel('Tenant', { exact: true }).inputValue()).toBe('Hedy Lamarr')
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByText('Confirmed and on its way.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await close()
})

test('in a browser: the Enter key in a field saves, and sends nothing', async () => {
  const id = await stage()
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  await page.goto(`${server.url}/review/${id}`)
  const email = page.locator('input[name="slot1.email"]')
  await email.fill('hedy@example.com')
  await email.press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await email.inputValue()).toBe('hedy@example.com')
  await email.press('Enter')
  await page.getByText('Nothing was changed.').waitFor()
  expect(await readDocument(server, key, id)).toMatchObject({ status: 'staged' })
  await close()
})

test('in a browser: what nobody has changed goes out as it was staged, with line breaks in a table', async () => {
  const { id: rooms } = await lockedTemplate(server, key, leaseOfRooms())
  const hall = { room: '  Hall\n2nd floor', painted: false, floor: 'oak', rent: '12.00' }
  const values = { tenant_name: '  Ada of the Mill', rooms: [hall, {}, { ...hall, room: 'Kitchen' }] }
  const staging = { field_values: { ...LEASE_VALUES, ...values }, send_emails: true }
  const id = (await staged(server, key, rooms, staging)).document_id!
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  await page.goto(`${server.url}/review/${id}`)
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByText('Confirmed and on its way.').waitFor()
  await close()
})

test('in a browser: the buttons of a table are in view in a window of any width', async () => {
  const { id: rooms } = await lockedTemplate(server, key, leaseOfRooms())
  const room = { room: 'Hall', painted: false, floor: 'oak', rent: '12.00' }
  const items = [{ what: 'Desk', amount: '120' }]
  const two = await stage({ field_values: { ...LEASE_VALUES, items } })
  const wide = (await staged(server, key, rooms, { field_values: { ...LEASE_VALUES, rooms: [room] } })).document_id!
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  for (const id of [two, wide]) {
    await page.goto(`${server.url}/review/${id}`)
    for (const width of [1440, 1280, 1024, 800, 375]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = await page.evaluate(() => {
        const right = (element: Element) => element.getBoundingClientRect().right
        const end = right(document.querySelector('.rows .scroll')!)
        return [...document.querySelectorAll('.rows td button')].filter((button) => right(button) > end + 0.5).length
      })
      expect([width, cut]).toEqual([width, 0])
      if (process.env.PICTURES)
        await page
          .locator('.rows')
          .screenshot({ path: `${process.env.PICTURES}/rows-${id === two ? 2 : 4}-${width}.png` })
    }
  }
  await close()
})

test('in a browser: whoever adds or removes rows of a table goes on where they were', async () => {
  const items = Array.from({ length: 20 }, (_, row) => ({ what: `Thing ${row + 1}`, amount: '1' }))
  const id = await stage({ field_values: { ...LEASE_VALUES, items } })
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, height: 500 })
  for (const path of [`/review/${id}`, `/templates/${templateId}/send`]) {
    await page.goto(server.url + path)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    const before = Number(await page.locator('[name="rows.items"]').inputValue())
    await page.getByRole('button', { name: 'Add rows' }).click()
    await expect.poll(focused).toBe(`value.items.${before}.what`)
    expect(await page.evaluate(() => document.activeElement!.getBoundingClientRect().top < innerHeight)).toBe(true)
    const last = before + 9
    await page.getByRole('button', { name: `Remove row ${last + 1}`, exact: true }).click()
    await expect.poll(focused).toBe(`value.items.${last - 1}.what`)
    await page.getByRole('button', { name: 'Remove row 2', exact: true }).click()
    await expect.poll(focused).toBe('value.items.1.what')
  }
  await close()
})

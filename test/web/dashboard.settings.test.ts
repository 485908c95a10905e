import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTheSendersName, readDocumentFacts } from '../../server/domain/messages/facts.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import { Signer, send as sendByApi } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { makePng } from '../support/ink.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { send, signByCalls } from './story.ts'

const DAY_MS = 86_400_000

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const BASICS = { name: 'Northwind', slug: 'northwind', locale: 'en', signer_locale: 'en', region: 'eu' }

const rowOf = ({ workspaceId }: DashboardUser) =>
  server.ctx.db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirstOrThrow()

/** As a browser sends the form: with a file field, which is empty unless a picture is given. */
function form(fields: Record<string, string>, picture: Uint8Array = new Uint8Array()): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('picture', new File([new Uint8Array(picture)], picture.length > 0 ? 'logo.png' : ''))
  return data
}

test('saves what was changed in the form, and keeps what somebody else has changed meanwhile', async () => {
  const owner = await signIn(server)
  const [first] = /(?<=name="stored" value=")[^"]+/.exec(await (await owner.get('/settings')).text())!
  const stored = first.replaceAll('&quot;', '"')
  const { name, slug, locale, signer_locale, region, reminders } = JSON.parse(stored) as typeof BASICS & {
    reminders: boolean
  }
  const opened = { name, slug, locale, signer_locale, region, ...(reminders && { reminders: '1' }), stored }
  const one = await owner.post('/settings', form({ ...opened, reply_to: 'answers@example.com', locale: 'de' }))
  expect(one.status).toBe(303)
  const refused = await owner.post('/settings', form({ ...opened, time_zone: 'Nowhere', sender_name: 'We' }))
  const again = await refused.text()
  expect(refused.status).toBe(422)
  expect(again).toContain('value="answers@example.com"')
  expect(again).toContain('value="We"')
  const two = await owner.post('/settings', form({ ...opened, time_zone: 'Europe/Zurich' }))
  expect(two.status).toBe(303)
  expect(await rowOf(owner)).toMatchObject({
    ...{ name, slug, locale: 'de', reply_to: 'answers@example.com', time_zone: 'Europe/Zurich', sender_name: null },
  })
})

test('an owner changes what emails say and look like; the log names what changed', async () => {
  const owner = await signIn(server, { name: 'Olga' })
  const logo = makePng(40, 10, () => [0, 80, 200, 255])
  const saved = await owner.post(
    '/settings',
    form(
      {
        ...{ ...BASICS, name: ' Northwind & Søn ', locale: 'de', time_zone: 'Europe/Zurich', brand_color: '#0F766E' },
        ...{ reply_to: 'answers@example.com', notify_email: 'office@example.com', reminders: '1' },
      },
      logo,
    ),
  )
  expect(await owner.follow(saved)).toContain('The settings are saved.')
  expect(await rowOf(owner)).toMatchObject({
    ...{ name: 'Northwind & Søn', slug: 'northwind', locale: 'de', time_zone: 'Europe/Zurich', reminders: true },
    ...{ brand_color: '#0f766e', reply_to: 'answers@example.com', notify_email: 'office@example.com' },
    logo_type: 'image/png',
  })
  const shown = await owner.get('/settings/logo')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const cleared = await owner.post('/settings', form({ ...BASICS, slug: 'northwind', no_picture: '1' }))
  expect(cleared.status).toBe(303)
  expect(await rowOf(owner)).toMatchObject({ logo: null, logo_type: null, reminders: false, reply_to: null })
  expect((await owner.get('/settings/logo')).status).toBe(404)
  const log = (await (await owner.get('/settings/log')).text()).replace(/<[^>]+>/g, ' ')
  expect(log).toMatch(/Olga\s+changed the settings\s+name, slug, locale, time zone, brand color/)
})

test.each([
  ['no name', { name: '' }, 'A name has 1 to 100 characters'],
  ['a short name with a space', { slug: 'a b' }, 'A short name has'],
  ['an unknown language', { locale: 'xx' }, 'Choose one of the languages'],
  ['an unknown zone', { time_zone: 'Mars/Olympus' }, 'Enter a time zone'],
  ['a colour in words', { brand_color: 'red' }, 'Enter a colour such as'],
  ['a header in an address', { reply_to: 'a@b\r\nBcc: c@d' }, 'Enter an email address'],
  ['a language of signers that is not spoken', { signer_locale: 'xx' }, 'Choose one of the languages'],
  ['a sender name that is too long', { sender_name: 'x'.repeat(101) }, 'A name has at most 100 characters'],
  ['half a day to sign', { expires_in_days: '0.5' }, 'Enter a number of days, 1 to 90'],
  ['a hundred days to sign', { expires_in_days: '100' }, 'Enter a number of days, 1 to 90'],
  ['a region nobody knows', { region: 'mars' }, 'Choose one of the regions'],
  ['no form at all', { name: '', slug: '', locale: '' }, '3 things need your attention'],
])('is refused and changes nothing: %s', async (_, fields, why) => {
  const owner = await signIn(server)
  const before = await rowOf(owner)
  const refused = await owner.post('/settings', form({ ...BASICS, ...fields }))
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(why)])
  expect(await rowOf(owner)).toEqual(before)
})

test('a short name of another workspace, and a file that is no picture, are refused', async () => {
  const [one, two] = [await signIn(server), await signIn(server)]
  expect((await one.post('/settings', form({ ...BASICS, slug: 'taken' }))).status).toBe(303)
  const refused = await two.post('/settings', form({ ...BASICS, slug: 'taken' }))
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Another workspace has this')])
  for (const bytes of ['%PDF-1.7', '']) {
    const data = form({ ...BASICS, slug: 'free' })
    data.set('picture', new File([bytes], 'logo.png'))
    const broken = await two.post('/settings', data)
    expect([bytes, broken.status, await broken.text()]).toEqual([
      bytes,
      422,
      expect.stringContaining('neither a PNG nor a JPEG'),
    ])
  }
  expect((await rowOf(two)).slug).not.toBe('free')
})

test('a form with a large picture is taken; for a larger one, its page is shown again', async () => {
  const owner = await signIn(server)
  const ofBytes = (bytes: number) => owner.post('/settings', form({ ...BASICS, slug: 'large' }, new Uint8Array(bytes)))
  expect((await ofBytes(3_000_000)).status).toBe(422)
  const larger = await ofBytes(5_000_000)
  const words = 'The logo is larger than 4 MB. Nothing was changed.'
  const page = await larger.text()
  expect([larger.status, page]).toEqual([422, expect.stringContaining(words)])
  // What was typed beside it stays.
  expect(page).toMatch(/<input id="slug"[^>]* value="large"/)
  expect((await ofBytes(61 * 1024 * 1024)).status).toBe(422)
  expect((await rowOf(owner)).slug).not.toBe('large')
})

test.each([
  ['has too many pixels', [6_000, 3_000], 'The image has more than 16 million pixels'],
  ['is damaged', [40, 11], 'The image cannot be read'],
] as const)('says why a logo is refused: it %s', async (_, [width, height], why) => {
  const owner = await signIn(server)
  const picture = makePng(40, 10, () => [0, 80, 200, 255])
  // Its header (PNG, third edition, 11.2.1).
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  const refused = await owner.post('/settings', form(BASICS, picture))
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(why)])
})

test('a logo beside a setting that is refused is asked for again', async () => {
  const owner = await signIn(server)
  const refused = await owner.post(
    '/settings',
    form(
      { ...BASICS, name: '' },
      makePng(40, 10, () => [0, 80, 200, 255]),
    ),
  )
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Choose the logo again.')])
  const broken = await owner.post('/settings', form({ ...BASICS, slug: 'free' }, Buffer.from('%PDF-1.7')))
  expect(await broken.text()).not.toContain('Choose the logo again.')
})

test('a member reads them and changes nothing', async () => {
  const owner = await signIn(server)
  const member = await signIn(server, { role: 'member', workspaceId: owner.workspaceId })
  const page = await (await member.get('/settings')).text()
  expect(page).toContain('Notified of endings')
  expect(page).not.toContain('Save')
  const before = await rowOf(owner)
  for (const answer of [
    await member.post('/settings', form(BASICS)),
    await member.post('/settings', form({})),
    await member.post('/settings/retention', { retention_days: '1' }),
  ]) {
    expect(answer.status).toBe(403)
  }
  expect(await rowOf(owner)).toEqual(before)
})

test('the retention has a page of its own: another form beside it would drop what is typed', async () => {
  const owner = await signIn(server)
  const settings = await (await owner.get('/settings')).text()
  const main = settings.slice(settings.indexOf('<main'))
  expect(main.match(/<form/g)).toHaveLength(1)
  expect(main).toContain('href="/settings/retention"')
  const page = await owner.get('/settings/retention')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('max="999999"')])
  const member = await signIn(server, { workspaceId: owner.workspaceId, role: 'member' })
  expect((await member.get('/settings/retention')).status).toBe(403)
})

test('a retention that is refused is shown as it was typed, with the limit', async () => {
  const owner = await signIn(server)
  const refused = await owner.post('/settings/retention', { retention_days: '9999999' })
  const page = await refused.text()
  expect([refused.status, page]).toEqual([422, expect.stringContaining('1 to 999,999')])
  expect(page).toContain('value="9999999"')
})

test('files can be kept for one day', async () => {
  const owner = await signIn(server)
  const saved = await owner.post('/settings/retention', { retention_days: '1' })
  expect(await owner.follow(saved)).toContain('Files are deleted 1 day after completion.')
  const member = await signIn(server, { workspaceId: owner.workspaceId, role: 'member' })
  expect(await (await member.get('/settings')).text()).toContain('<dd>1 day</dd>')
})

test('a retention that deletes files is asked for once more', async () => {
  const owner = await signIn(server, { workspaceId: key.workspaceId })
  const sent = await send(server, key)
  await signByCalls(sent.signers[0]!.signingUrl, '2026-10-10')
  await server.work()
  server.clock.advance(10 * DAY_MS)
  const change = (retention_days: string, confirmed = '', counted_at = server.clock.now().toISOString()) =>
    owner.post('/settings/retention', { retention_days, confirmed, counted_at })
  for (const text of ['0', '-1', 'many', '1e3']) expect((await change(text)).status).toBe(422)
  const asked = await change('7')
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Delete the files of 1 document?')])
  expect((await rowOf(owner)).retention_days).toBeNull()
  expect((await change('7', '2')).status).toBe(200)
  expect(await (await change('1')).text()).toContain('It was completed more than 1 day ago.')
  expect(await owner.follow(await change('30'))).toContain('Files are deleted 30 days after completion.')
  // Counted when it was asked: another one is old enough by now, and the question was about one.
  const other = await send(server, key)
  await signByCalls(other.signers[0]!.signingUrl, '2026-10-10')
  await server.work()
  server.clock.advance(7 * DAY_MS - 60_000)
  const question = await (await change('7')).text()
  const [, confirmed] = /name="confirmed" value="([^"]*)"/.exec(question)!
  const [, countedAt] = /name="counted_at" value="([^"]*)"/.exec(question)!
  server.clock.advance(120_000)
  for (const wrong of ['', 'now', new Date(server.clock.now().getTime() - 3_700_000).toISOString()])
    expect((await change('7', confirmed, wrong)).status).toBe(200)
  expect(await owner.follow(await change('7', confirmed, countedAt))).toContain('Files are deleted 7 days after')
  expect((await rowOf(owner)).retention_days).toBe(7)
  expect(await owner.follow(await change(''))).toContain('Files are kept until somebody deletes them.')
})

const VIEWS: ['light' | 'dark', width: number][] = [
  ['dark', 375],
  ['light', 1280],
]

test.each(sized(VIEWS.slice(0, 1), VIEWS))('in a browser: %s, %i pixels wide', async (colorScheme, width) => {
  const { page, complaints, foreign, close } = await dashboardVisit(browser, server, { width, phone: width < 500 })
  await page.emulateMedia({ colorScheme })
  await page.goto(`${server.url}/settings`)
  await page.getByLabel('Name', { exact: true }).fill('宮城リース株式会社')
  await page.getByLabel('Colour of signers’ pages and emails').fill('#777777')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  // What was typed is still there.
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('宮城リース株式会社')
  await page.getByLabel('Colour of signers’ pages and emails').fill('#0f766e')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  // The browser reports the status of the form that was refused.
  expect([complaints.filter((text) => !text.includes('422')), foreign]).toEqual([[], []])
  await close()
})

test('new documents start from the language, the days and the sender name of the settings', async () => {
  const owner = await signIn(server, { workspaceId: key.workspaceId })
  const given = { signer_locale: 'de', expires_in_days: '30', sender_name: 'Nord & Co' }
  const { slug } = await rowOf(owner)
  expect((await owner.post('/settings', form({ ...BASICS, slug, ...given }))).status).toBe(303)
  const { documentId } = await send(server, key)
  const signers = await server.ctx.db
    .selectFrom('signing_requests')
    .select(['locale', 'expires_at', 'invited_at'])
    .where('document_id', '=', documentId)
    .execute()
  for (const { locale, expires_at, invited_at } of signers) {
    expect(locale).toBe('de')
    if (invited_at) expect(expires_at!.getTime() - invited_at.getTime()).toBe(30 * DAY_MS)
  }
  await server.work()
  const { fromName } = inTheSendersName((await readDocumentFacts(server.ctx, documentId))!)
  expect(fromName).toBe('Nord & Co via Countersign')
  const long = 'Northwind Property Management and Sons of Greater Manchester 🏠'.padEnd(100, '.')
  await owner.post('/settings', form({ ...BASICS, slug, ...given, sender_name: long }))
  const cut = inTheSendersName((await readDocumentFacts(server.ctx, documentId))!).fromName!
  expect([[...cut].length, cut]).toEqual([70, expect.stringMatching(/^Northwind .* via Countersign$/)])
  const cleared = { expires_in_days: '', sender_name: '' }
  expect((await owner.post('/settings', form({ ...BASICS, slug, ...cleared }))).status).toBe(303)
  expect(await rowOf(owner)).toMatchObject({ expires_in_days: null, sender_name: null })
})

test('what is older than a rule is not judged until it is changed', async () => {
  const owner = await signIn(server)
  const grey = { brand_color: '#777777', name: 'x'.repeat(120) }
  await server.ctx.db.updateTable('workspaces').set(grey).where('id', '=', owner.workspaceId).execute()
  const stored = async () => {
    const [, text] = /name="stored" value="([^"]*)"/.exec(await (await owner.get('/settings')).text())!
    return text!.replaceAll('&quot;', '"')
  }
  const { slug } = await rowOf(owner)
  const whole = { ...BASICS, ...grey, slug, stored: await stored(), reply_to: 'answers@example.com' }
  expect((await owner.post('/settings', form(whole))).status).toBe(303)
  expect(await rowOf(owner)).toMatchObject({ ...grey, reply_to: 'answers@example.com' })
  const wrongs: Record<string, string>[] = [
    { brand_color: '#787878' },
    { name: 'y'.repeat(101) },
    { expires_in_days: 'soon' },
  ]
  for (const wrong of wrongs)
    expect((await owner.post('/settings', form({ ...whole, stored: await stored(), ...wrong }))).status).toBe(422)
})

test('only regions whose store is set can be chosen, and the present one', async () => {
  const owner = await signIn(server)
  const options = async () =>
    [...(await (await owner.get('/settings')).text()).matchAll(/<option value="(eu|ch|us)"/g)].map(([, name]) => name)
  expect(await options()).toEqual(['eu', 'ch', 'us'])
  server.ctx.config.regions = ['us']
  try {
    expect(await options()).toEqual(['eu', 'us'])
    expect((await owner.post('/settings', form({ ...BASICS, slug: 'swiss', region: 'ch' }))).status).toBe(422)
  } finally {
    server.ctx.config.regions = ['eu', 'ch', 'us']
  }
})

test('the plan and what of it is used are shown, and begin again with the month in UTC', async () => {
  server.ctx.config.plans.small = {
    document_cap: 1_500,
    enterprise: false,
    sms_monthly: 10,
    requests_per_minute: 60,
    without: [],
  }
  const { id: workspaceId } = await server.workspace({ tier: 'small' })
  const owner = await signIn(server, { workspaceId })
  const key = await server.key({ workspaceId })
  const card = async () => {
    const page = await (await owner.get('/settings')).text()
    return page
      .slice(page.indexOf('Plan and usage'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  }
  const now = server.clock.now()
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  server.clock.advance(nextMonth - 60_000 - now.getTime())
  await owner.get('/start')
  const { signers } = await sendByApi(server, key, {
    signers: [{ email: 'ada@example.com', phone_e164: '+41791234567', require_sms_verification: true }],
    send_emails: false,
  })
  await new Signer(server, signers[0]!.signingUrl).askForCode()
  const before = await card()
  for (const part of ['Plan small', '1 of 1,500 this month', 'SMS 1 of 10 this month', 'Enterprise not included'])
    expect(before).toContain(part)
  server.clock.advance(60_000)
  const after = await card()
  for (const part of ['Documents 0 of 1,500 this month', 'SMS 0 of 10 this month']) expect(after).toContain(part)
})

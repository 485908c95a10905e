import type { Browser, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { newestCode } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, go, openLink, send } from './story.ts'

const MASKED = '+41*******67'
const AES = { ...ADA, phone_e164: '+41791234567', require_sms_verification: true }
const phone = { width: 375, height: 740, phone: true }

let server: TestServer
let browser: Browser
let key: TestKey

useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { workspace: 'Acme Ltd' },
)
beforeEach(() => {
  server.clock.advance(61_000)
})

async function link(signer: Record<string, unknown> = {}): Promise<{ url: string; id: string }> {
  const { signers } = await send(server, key, { signers: [{ ...AES, ...signer }] })
  return { url: signers[0]!.signingUrl, id: signers[0]!.signingRequestId }
}

const gated = () => link({ sms_gate: 'before_view' })
const input = (page: Page) => page.getByRole('textbox', { name: 'Code from the text message' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function sound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

/** A wrong code is a refused call, which the browser logs; nothing else may be wrong. */
function expectQuiet({ complaints, foreign }: Visit, refused = 0): void {
  expect(complaints.filter((text) => !/status of 4(00|22|29)/.test(text))).toEqual([])
  expect(complaints).toHaveLength(refused)
  expect(foreign).toEqual([])
}

test('before_view, on a phone: code, wrong code, document', async () => {
  const { url } = await gated()
  const visited = await visit(browser, server.url, phone)
  const { page } = visited
  await page.goto(url)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Confirm your phone')
  expect(await page.getByText(MASKED).isVisible()).toBe(true)
  expect(await input(page).isVisible()).toBe(false)
  await sound(page)

  await button(page, 'Send the code').click()
  await input(page).waitFor()
  // Where the phone offers the code from the message, and what its keyboard looks like.
  expect(await input(page).getAttribute('autocomplete')).toBe('one-time-code')
  expect(await input(page).getAttribute('inputmode')).toBe('numeric')
  await expect.poll(() => input(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByRole('status').textContent()).toBe(
    `A code was sent to ${MASKED}. It can take a minute to arrive, and it works for 10 minutes.`,
  )
  expect(await page.locator('#sms-wait').textContent()).toMatch(
    /^No message yet\? You can ask for a new code in \d+ seconds\.$/,
  )
  await sound(page)

  const code = await newestCode(server)
  await input(page).fill(wrongOf(code))
  await button(page, 'Confirm').click()
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toBe('This is not the right code. You have 4 more tries.')
  expect(await input(page).getAttribute('aria-invalid')).toBe('true')
  await sound(page)

  await input(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await input(page).press('Enter')
  await page.locator('.sheet[data-ready]').first().waitFor()
  expectQuiet(visited, 1)
  await visited.close()
})

test('before Finish, by keyboard alone', async () => {
  const { url, id } = await link()
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, url)
  const press = async (...keys: string[]) => {
    for (const one of keys) await page.keyboard.press(one)
  }
  await go(page).focus()
  await press('Enter', 'Enter')
  await page.getByRole('tab', { name: 'Type' }).focus()
  await press('Enter')
  await page.locator('#typed').focus()
  await press('Enter')
  await page.locator('#consent').focus()
  await press('Space')
  await go(page).focus()
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your phone' })
  await dialog.waitFor()
  await sound(page)
  // Going back changes nothing.
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await go(page).textContent()).toBe('Finish and sign')
  await press('Enter')
  await dialog.waitFor()
  await expect.poll(() => button(page, 'Send the code').evaluate((one) => one === document.activeElement)).toBe(true)
  await press('Enter')
  await input(page).waitFor()
  await sound(page)
  await page.keyboard.type(await newestCode(server))
  await press('Enter')
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  const { body } = await server.call(key, 'GET', `/v1/signing-requests/${id}`)
  expect(body).toMatchObject({ status: 'signed', signatureLevel: 'aes', smsVerifiedAt: expect.any(String) })
  expectQuiet(visited)
  await visited.close()
})

test('dialogs opened again at once, before the browser says that they were closed, still lead to the signature', async () => {
  const { url } = await link()
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, url)
  // On a busy device the event comes late.
  const openAgain = (dialog: string) =>
    page.evaluate((id) => {
      document.querySelector<HTMLDialogElement>(id)?.close()
      document.querySelector<HTMLButtonElement>('#go')?.click()
    }, dialog)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).waitFor()
  await openAgain('#signature')
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.locator('#typed').press('Enter')
  await page.locator('#consent').check()
  await go(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your phone' })
  await dialog.waitFor()
  await openAgain('#sms-dialog')
  await dialog.waitFor()
  await button(page, 'Send the code').click()
  await input(page).waitFor()
  await input(page).fill(await newestCode(server))
  await input(page).press('Enter')
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  expectQuiet(visited)
  await visited.close()
})

test('a reload restores the step, a new code can be requested after half a minute, and 5 are the limit', async () => {
  const { url } = await gated()
  const visited = await visit(browser, server.url, { width: 320, height: 640 })
  const { page } = visited
  await page.clock.install()
  await page.goto(url)
  const texts = async () => (await server.outbox()).filter(({ channel }) => channel === 'sms').length
  const before = await texts()
  for (let attempt = 1; attempt <= 5; attempt++) {
    await button(page, attempt === 1 ? 'Send the code' : 'Send a new code').click()
    await expect.poll(texts).toBe(before + attempt)
    await page
      .locator('#sms-wait')
      .filter({ hasText: attempt === 5 ? 'Too many codes' : 'No message yet?' })
      .waitFor()
    expect(await page.locator('#sms-send').isVisible()).toBe(false)
    await page.clock.runFor(31_000)
    server.clock.advance(61_000)
  }
  await page.reload()
  expect(await input(page).isVisible()).toBe(true)
  expect(await page.locator('#sms-wait').textContent()).toBe(
    'Too many codes have been sent. You can ask for a new one in 9 minutes.',
  )
  await sound(page)
  await page.clock.runFor(9 * 60_000)
  server.clock.advance(9 * 60_000)
  expect(await button(page, 'Send the code').isVisible()).toBe(true)
  expect(await input(page).isVisible()).toBe(false)
  expectQuiet(visited)
  await visited.close()
})

test('says what is wrong, and who can help', async () => {
  const { url, id } = await gated()
  const visited = await visit(browser, server.url, phone)
  const { page } = visited
  const alert = () => page.getByRole('alert').textContent()
  await page.goto(url)

  const { sms } = server.ctx
  const { SmsError } = await import('../../server/sms/index.ts')
  server.ctx.sms = {
    kind: 'twilio',
    send: () => Promise.reject(new SmsError('no', { reason: 'landline' })),
  }
  await button(page, 'Send the code').click()
  await expect
    .poll(alert)
    .toBe(`${MASKED} is a landline and cannot receive text messages. Ask Acme Ltd for another number.`)
  await sound(page)
  server.ctx.sms = sms

  await visited.page.context().setOffline(true)
  await button(page, 'Send the code').click()
  await expect.poll(alert).toBe('You seem to be offline. Please try again when the connection is back.')
  await visited.page.context().setOffline(false)

  await button(page, 'Send the code').click()
  await input(page).fill('12')
  await button(page, 'Confirm').click()
  await expect.poll(alert).toBe('Please enter the 6 digits from the text message.')

  await server.ctx.db.updateTable('signing_requests').set({ sms_wrong_tries: 29 }).where('id', '=', id).execute()
  await input(page).fill(wrongOf(await newestCode(server)))
  await button(page, 'Confirm').click()
  const locked =
    'Too many codes were requested or entered wrongly. Nobody can try again until Acme Ltd sends you a reminder or changes your number.'
  await expect.poll(alert).toBe(locked)
  expect(await page.locator('#sms-entry, #sms-send, #sms-confirm').filter({ visible: true }).count()).toBe(0)
  await page.reload()
  expect(await alert()).toBe(locked)
  await sound(page)
  await visited.close()
})

test('an unintended signer declines without a code', async () => {
  const { url, id } = await gated()
  const visited = await visit(browser, server.url, phone)
  const { page } = visited
  await page.goto(url)
  await button(page, 'This is not for me').click()
  await page.getByRole('dialog').waitFor()
  await sound(page)
  await page.locator('#hand-over-decline').click()
  await sound(page)
  await page.locator('#decline-confirm').click()
  await page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  const { body } = await server.call(key, 'GET', `/v1/signing-requests/${id}`)
  expect(body).toMatchObject({ status: 'declined', smsVerifiedAt: null })
  expectQuiet(visited)
  await visited.close()
})

test('a code whose answer was lost can be entered; the number is that of the request by now', async () => {
  const { url, id } = await gated()
  const visited = await visit(browser, server.url, phone)
  const { page } = visited
  await page.goto(url)
  await server.call(key, 'PATCH', `/v1/signing-requests/${id}`, { json: { phone_e164: '+41791234599' } })
  await page.route('**/sms/code', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Send the code').click()
  await input(page).waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('That did not work.')
  await page.unroute('**/sms/code')
  server.clock.advance(61_000)
  await button(page, 'Send a new code').click()
  await page.getByText('A code was sent to +41*******99.').waitFor()
  expect(await page.locator('#sms bdi').textContent()).toBe('+41*******99')
  await input(page).fill(await newestCode(server, '+41791234599'))
  await button(page, 'Confirm').click()
  await page.locator('#go').waitFor()
  await visited.close()
})

test('an entry that is no code does not make the code live longer', async () => {
  const { url } = await gated()
  const visited = await visit(browser, server.url, phone)
  const { page } = visited
  await page.clock.install()
  await page.goto(url)
  await button(page, 'Send the code').click()
  await input(page).waitFor()
  await page.clock.runFor(8 * 60_000)
  await input(page).fill('12')
  await button(page, 'Confirm').click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Please enter the 6 digits')
  await page.clock.runFor(3 * 60_000)
  expect(await input(page).isVisible()).toBe(false)
  await visited.close()
})

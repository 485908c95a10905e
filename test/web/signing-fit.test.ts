import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { go, openLink, send, signatureOnly } from './story.ts'

/** Texts that do not fit their boxes, refused on a phone. */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

test('a text that does not fit its box is refused while it is typed, with the number of characters that fit', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      ...signatureOnly(role),
      // At the margins, so that it has no room to grow into.
      { role, kind: 'text', page: 3, x: 0.6, y: 0.93, w: 0.3, h: 0.03, label: 'Defects' },
    ],
  })
  const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.getByRole('button', { name: 'Defects' }).click()
  const input = page.getByRole('textbox', { name: 'Defects' })
  const long = 'The washing machine leaks when it spins, and the cellar is damp. '.repeat(5)
  await input.pressSequentially(long.slice(0, 200), { delay: 0 })
  const error = page.locator('#step-error')
  await expect.poll(() => error.textContent()).toMatch(/^At most \d+ characters\.$/)
  const most = Number(/\d+/.exec((await error.textContent())!)![0])
  const progress = () => page.locator('#progress-text').textContent()
  await expect.poll(progress).toBe('0 of 2 required fields done')
  // The text stays as it is, with the cursor in it, and the field is not left.
  expect(await input.inputValue()).toBe(long.slice(0, 200))
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  await go(page).click()
  expect(await error.textContent()).toBe(`At most ${most} characters.`)
  await input.fill(long.slice(0, most))
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await expect.poll(progress).toBe('1 of 2 required fields done')
  expect(await error.textContent()).toBe('')
  await go(page).click()
  expect(await input.isVisible()).toBe(false)
  await close()
})

test('a refusal that comes late leaves alone what is typed into another field', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      { role, kind: 'text', page: 3, x: 0.6, y: 0.9, w: 0.3, h: 0.03, label: 'Defects' },
      { role, kind: 'text', page: 3, x: 0.6, y: 0.95, w: 0.3, h: 0.03, label: 'Keys' },
      ...signatureOnly(role),
    ],
  })
  const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(page, sent.signers[0]!.signingUrl)
  const held: (() => Promise<void>)[] = []
  await page.route('**/fields', async (route) => {
    if (route.request().method() === 'PUT' && held.length === 0) held.push(() => route.continue())
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Defects' }).click()
  const long = 'The washing machine leaks when it spins, and the cellar is damp. '.repeat(5).slice(0, 200)
  await page.getByRole('textbox', { name: 'Defects' }).fill(long)
  await go(page).click()
  const keys = page.getByRole('textbox', { name: 'Keys' })
  await keys.pressSequentially('three')
  await expect.poll(() => held.length).toBe(1)
  await held[0]!()
  await page.locator('#saving', { hasText: /Defects: At most \d+ characters\./ }).waitFor()
  await keys.pressSequentially(' keys')
  expect(await keys.inputValue()).toBe('three keys')
  expect(await keys.evaluate((element) => element === document.activeElement)).toBe(true)
  // It stays open, with the text as it was typed and the reason.
  await page.getByRole('button', { name: 'Defects, required' }).click()
  expect(await page.getByRole('textbox', { name: 'Defects' }).inputValue()).toBe(long)
  expect(await page.locator('#step-error').textContent()).toMatch(/^At most \d+ characters\.$/)
  expect(await page.getByRole('button', { name: /^Keys/ }).textContent()).toContain('three keys')
  await close()
})

test('a box without a limit says how much more fits once there is little room left', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      ...signatureOnly(role),
      { role, kind: 'text', page: 3, x: 0.6, y: 0.93, w: 0.3, h: 0.03, label: 'Defects' },
      { role, kind: 'text', page: 3, x: 0.1, y: 0.75, w: 0.8, h: 0.15, label: 'Remarks' },
    ],
  })
  const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.getByRole('button', { name: 'Defects' }).click()
  const hint = page.locator('#step-hint')
  await page.keyboard.type('The cellar is damp.')
  await expect.poll(() => hint.textContent()).toMatch(/^\d+ more characters fit$/)
  const left = Number.parseInt((await hint.textContent())!, 10)
  // Said while typing, without waiting for the server.
  await page.keyboard.type('The c')
  expect(await hint.textContent()).toBe(`${left - 5} more characters fit`)
  // And so many do fit.
  const input = page.getByRole('textbox', { name: 'Defects' })
  const whole = 'The cellar is damp. '.repeat(20).slice(0, 'The cellar is damp.'.length + left)
  await input.fill(whole)
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await go(page).click()
  expect(await page.locator('#step-error').textContent()).toBe('')
  expect(await page.getByRole('button', { name: /^Defects/ }).getAttribute('aria-label')).toContain(whole.trim())
  // A box with plenty of room says nothing.
  await page.getByRole('button', { name: 'Remarks' }).click()
  await page.keyboard.type('None.')
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/fields')),
    page.keyboard.type(' At all.'),
  ])
  expect(await hint.isVisible()).toBe(false)
  await close()
})

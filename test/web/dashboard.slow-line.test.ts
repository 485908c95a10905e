import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { dashboardVisit, signInLink } from '../support/dashboard.ts'
import { waitForLock } from '../support/locks.ts'
import type { TestServer } from '../support/server.ts'
import { leasePdf, lockedTemplate } from '../support/templates.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

/** Lets four seconds pass at a key: while a page is being left, nothing but its reader can tell it anything. */
async function passTimeByKey(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let passed = 0
    const timeOf = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!.get!
    Object.defineProperty(Event.prototype, 'timeStamp', {
      get() {
        return (timeOf.call(this) as number) + passed
      },
    })
    addEventListener('keydown', () => (passed += 4_000))
  })
}

/** Presses a button, without waiting for what follows. */
async function press(button: Locator): Promise<void> {
  const { x, y } = (await button.boundingBox())!
  await button.page().mouse.click(x + 5, y + 5)
}

/**
 * Presses a button, and again while the server is still at it.
 * @param table in which the first press adds or changes a row
 */
async function pressAgain(button: Locator, table: string): Promise<void> {
  const { db } = server.ctx
  const page = button.page()
  const { x, y } = (await button.boundingBox())!
  await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    await page.mouse.click(x + 5, y + 5)
    await waitForLock(db)
    await page.keyboard.press('F9')
    await page.mouse.click(x + 5, y + 5)
  })
}

describe('a press that is repeated on a slow line', () => {
  test('signs in by the link', async () => {
    const { link } = await signInLink(server)
    const { page, close } = await visit(browser, server.url)
    await passTimeByKey(page)
    await page.goto(link)
    await pressAgain(page.getByRole('button', { name: 'Sign in on this device' }), 'sign_ins')
    await page.waitForURL('**/documents')
    await close()
  })

  test('makes one copy of a template', async () => {
    const { page, workspaceId, close } = await dashboardVisit(browser, server)
    const key = await server.key({ workspaceId })
    const { id } = await lockedTemplate(server, key)
    await passTimeByKey(page)
    await page.goto(`${server.url}/templates/${id}`)
    const duplicate = page.getByRole('button', { name: 'Duplicate' })
    await pressAgain(duplicate, 'templates')
    await page.getByText('This is the copy.').waitFor()
    const templates = server.ctx.db.selectFrom('templates').select('id').where('workspace_id', '=', workspaceId)
    expect(await templates.execute()).toHaveLength(2)
    // The page that was left may be shown as it was.
    await page.goBack()
    await duplicate.click()
    await page.getByText('This is the copy.').waitFor()
    expect(await templates.execute()).toHaveLength(3)
    await close()
  })

  test('sends a form again that was stopped', async () => {
    const { page, close } = await dashboardVisit(browser, server)
    const debuggerOf = await page.context().newCDPSession(page)
    await page.goto(`${server.url}/templates/new`)
    await page.getByLabel('PDF').setInputFiles({ name: 'l.pdf', mimeType: 'application/pdf', buffer: leasePdf() })
    await page.route('**/templates', () => {})
    const upload = page.getByRole('button', { name: 'Upload' })
    for (const _ of ['the first', 'another file']) {
      await Promise.all([page.waitForRequest('**/templates'), press(upload)])
      await debuggerOf.send('Page.stopLoading')
      await page.locator('button:not([aria-busy])', { hasText: 'Upload' }).waitFor()
    }
    await close()
  })

  test('sends a form whose answer is no page again after a minute', async () => {
    const { page, close } = await dashboardVisit(browser, server)
    await page.clock.install()
    await page.goto(`${server.url}/templates/new`)
    await page.getByLabel('PDF').setInputFiles({ name: 'l.pdf', mimeType: 'application/pdf', buffer: leasePdf() })
    await page.route('**/templates', (route) => route.fulfill({ status: 204 }))
    const upload = page.getByRole('button', { name: 'Upload' })
    await Promise.all([page.waitForResponse('**/templates'), press(upload)])
    expect(await upload.getAttribute('aria-busy')).toBe('true')
    await page.clock.fastForward(60_000)
    expect(await upload.getAttribute('aria-busy')).toBeNull()
    await Promise.all([page.waitForResponse('**/templates'), press(upload)])
    await close()
  })
})

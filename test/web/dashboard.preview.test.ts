import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { draftFor, markedPdf } from '../support/drafts.ts'
import { personOf } from '../support/people.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { drawing, useStage } from './stage.ts'

const PRIYA = { name: 'Priya Patel', email: 'priya@example.com', role: 'tenant' }
const TOM = { name: 'Tom Baker', email: 'tom@example.com', role: 'landlord', locale: 'de' }

let server: TestServer
let browser: Browser
let key: TestKey
let anna: UserActor
useStage((stage) => {
  ;({ server, browser, key } = stage)
}, drawing)
beforeAll(async () => {
  anna = await personOf(server, { id: key.workspaceId, tier: 'standard' })
})

const draft = (...people: object[]) =>
  draftFor(server, anna, people, {
    pdf: markedPdf('tenant', 'landlord'),
    message: 'As we <b>discussed</b>.',
    signing_mode: 'sequential',
  })

async function open(path: string, size: { width: number; height: number; phone?: boolean }) {
  const visit = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, ...size })
  await visit.page.goto(server.url + path)
  return visit
}

/** Signs with a typed name. */
async function sign(page: Page): Promise<void> {
  await page.locator('.sheet[data-ready]').first().waitFor()
  await page.locator('#go').click()
  await page.locator('#go').click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await page.locator('#go').click()
}

test.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844, phone: true },
])('a draft is looked at, and signed, as its signer would at $width px, and nothing of it is kept', async (size) => {
  const before = await draft(PRIYA, TOM)
  const { page, close, complaints } = await open(`/documents/drafts/${before.id}`, size)
  await page.getByRole('link', { name: 'Preview as a signer' }).click()
  await page.getByText('Preview as Priya Patel.').waitFor()
  expect(await page.getByText('As we <b>discussed</b>.').isVisible()).toBe(true)
  // The markers are covered, as in the document that is sent.
  await expect.poll(() => page.locator('[data-page="1"] .words-layer').textContent()).not.toContain('[[')
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await sign(page)
  await page.getByRole('heading', { name: 'This was a preview' }).waitFor()
  await page.getByRole('link', { name: 'Look at it again' }).click()

  // The second's turn comes later; the preview shows it all the same, in that person's language.
  await page.getByRole('link', { name: 'As Tom Baker' }).click()
  await page.getByText('Preview as Tom Baker.').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('link', { name: 'Back to the draft' }).click()
  await page.getByRole('button', { name: 'Send…' }).waitFor()

  expect(await server.ctx.db.selectFrom('drafts').selectAll().where('id', '=', before.id).execute()).toEqual([before])
  expect(await server.ctx.db.selectFrom('documents').select('id').execute()).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('what could not be sent is said instead', async () => {
  const { id, files, model } = await draft(PRIYA, { ...TOM, email: '' })
  const visitor = await signIn(server, { workspaceId: key.workspaceId })
  const page = await visitor.get(`/documents/drafts/${id}/files/${files[0]!.id}/preview/${model.signers[0]!.id}`)
  expect(page.status).toBe(422)
  expect(await page.text()).toContain('The email address of landlord is missing.')
  const whole = await draft(PRIYA, TOM)
  const nobody = await visitor.get(`/documents/drafts/${whole.id}/files/${whole.files[0]!.id}/preview/nobody`)
  expect(nobody.status).toBe(404)
})

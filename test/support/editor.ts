import type { Browser, Page } from 'playwright-core'
import type { TemplateBox, TemplateModel } from '../../server/domain/templates/model.ts'
import type { Visit } from './browser.ts'
import { dashboardVisit } from './dashboard.ts'
import type { TestKey, TestServer } from './server.ts'
import { importTemplate, LEASE_FIELDS, type ModelInput } from './templates.ts'

/** A template as a test begins with it: one signer, nothing placed. */
export const EMPTY_MODEL: ModelInput = {
  format: 1,
  name: 'Agreement',
  slots: [{ slot: 1, role: 'tenant' }],
  boxes: [],
}

export interface EditorOptions {
  template: ModelInput
  pdf: Buffer
  width?: number
  height?: number
  phone?: boolean
}

/** A template of the key's workspace, in the editor of a person who may change it. */
export async function openEditor(
  { server, browser, key }: { server: TestServer; browser: Browser; key: TestKey },
  { template, pdf, ...size }: EditorOptions,
): Promise<Visit & { id: string }> {
  const { id } = (await importTemplate(server, key, { template, fields: LEASE_FIELDS, pdf })).body
  const { workspaceId } = key
  const visit = await dashboardVisit(browser, server, { workspaceId, name: 'Ada Author', ...size })
  await visit.page.goto(`${server.url}/templates/${id}/edit`)
  await visit.page.getByRole('button', { name: 'Signature', exact: true }).waitFor()
  return { ...visit, id }
}

/** The boxes of a draft as they are saved. */
export async function savedBoxes({ ctx }: TestServer, id: string): Promise<TemplateBox[]> {
  const row = await ctx.db.selectFrom('templates').select('draft').where('id', '=', id).executeTakeFirstOrThrow()
  return (row.draft as TemplateModel).boxes
}

/** Drags by pixels. */
export async function dragBy(page: Page, from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2)
  await page.mouse.move(from.x + dx, from.y + dy)
  // A frame in which the page follows.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
}

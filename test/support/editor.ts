import type { Browser, Page } from 'playwright-core'
import type { Workspace } from '../../server/domain/records/workspaces/read.ts'
import { readDraft, saveDraft } from '../../server/domain/templates/draft.ts'
import type { TemplateBox, TemplateModel } from '../../server/domain/templates/model.ts'
import { hurry, type Visit } from './browser.ts'
import { dashboardVisit } from './dashboard.ts'
import { makePdf, textAt } from './pdf-fixtures.ts'
import { personOf } from './people.ts'
import type { TestKey, TestServer } from './server.ts'
import { importTemplate, LEASE_FIELDS, type ModelInput } from './templates.ts'

/** A template as a test begins with it: one signer, nothing placed. */
export const EMPTY_MODEL: ModelInput = {
  format: 1,
  name: 'Agreement',
  slots: [{ slot: 1, role: 'tenant' }],
  boxes: [],
}

export const BOX = { kind: 'text', field: null, slot: 1, page: 1, x: 0.2, y: 0.3, w: 0.25, h: 0.04 }

export interface EditorOptions {
  template: ModelInput
  pdf: Buffer
  width?: number
  height?: number
  phone?: boolean
  /** Runs in the page before its own scripts. */
  script?: () => void
}

/** A template of the key's workspace, in the editor of a person who may change it. */
export async function openEditor(
  { server, browser, key }: { server: TestServer; browser: Browser; key: TestKey },
  { template, pdf, script, ...size }: EditorOptions,
): Promise<Visit & { id: string }> {
  const { id } = (await importTemplate(server, key, { template, fields: LEASE_FIELDS, pdf })).body
  const { workspaceId } = key
  const visit = await dashboardVisit(browser, server, { workspaceId, name: 'Ada Author', ...size })
  await hurry(visit.page)
  if (script) await visit.page.addInitScript(script)
  await showEditor(server, visit.page, id)
  return { ...visit, id }
}

export async function showEditor({ url }: TestServer, page: Page, id: string): Promise<void> {
  await page.goto(`${url}/templates/${id}/edit`)
  await page.getByRole('button', { name: 'Signature', exact: true }).waitFor()
}

/** Templates of one workspace, and a page in which the tests of a file open them one after the other. */
export interface Desk {
  server: TestServer
  browser: Browser
  key: TestKey
  workspace: Workspace
  /** Of the person at the desk. */
  email: string
  /** A template in the page of the desk, as wide as a desktop; of one page unless a PDF is given. */
  open(template: ModelInput, pdf?: Buffer): Promise<Omit<Visit, 'close'> & { id: string }>
  /** The only box of a template is moved down by Olga, who works without pages. */
  changedByOlga(id: string): Promise<void>
  /** In a browser of its own, to be closed. */
  openAlone(template: ModelInput, options?: Partial<EditorOptions>): Promise<Visit & { id: string }>
}

/** A page that has loaded the editor before opens a template in half the time. */
export async function deskOf({ server, browser }: Pick<Desk, 'server' | 'browser'>): Promise<Desk> {
  const workspace = await server.workspace()
  const key = await server.key({ workspaceId: workspace.id })
  const olga = await personOf(server, workspace)
  const who = { workspaceId: workspace.id, name: 'Ada Author' }
  const { close: _, email, ...visit } = await dashboardVisit(browser, server, who)
  return {
    ...{ server, browser, key, workspace, email },
    async open(template, pdf = agreement()) {
      const { id } = (await importTemplate(server, key, { template, fields: LEASE_FIELDS, pdf })).body
      await visit.page.setViewportSize({ width: 1280, height: 800 })
      await showEditor(server, visit.page, id)
      return { ...visit, id }
    },
    async changedByOlga(id) {
      const { template, model } = await readDraft(server.ctx, olga, id)
      const boxes = model.boxes.map((box) => ({ ...box, y: 0.4 }))
      await saveDraft(server.ctx, olga, id, { revision: template.revision, model: { ...model, boxes } })
    },
    openAlone: (template, options) => openEditor({ server, browser, key }, { template, pdf: agreement(), ...options }),
  }
}

/** Pages with a line for a signature, its word, and a line of print. */
export const agreement = (pages = 1): Buffer =>
  makePdf({
    pages,
    content: (index) =>
      `${textAt(72, 770, `Agreement, page ${index + 1}`)}\n${textAt(72, 205, 'Signature:')}\n1 w 140 200 m 340 200 l S`,
  })

/** The boxes of a draft as they are saved. */
export async function savedBoxes({ ctx }: TestServer, id: string): Promise<TemplateBox[]> {
  const row = await ctx.db.selectFrom('templates').select('draft').where('id', '=', id).executeTakeFirstOrThrow()
  return (row.draft as TemplateModel).boxes
}

/** The page of each, with its place and size. */
export async function savedPlaces(server: TestServer, id: string): Promise<number[][]> {
  const boxes = await savedBoxes(server, id)
  return boxes.map(({ page, x, y, w, h }) => [page, ...[x, y, w, h].map((n) => Number(n.toFixed(3)))])
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

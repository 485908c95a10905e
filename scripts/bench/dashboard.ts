import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { loadConfig } from '../../server/config.ts'
import { linkFor } from '../../server/domain/people/operator-link.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import { startServer } from '../../server/main.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import { importForm } from '../../test/support/templates.ts'
import { furnish } from './furnish.ts'
import { median, ms, percentile, report } from './measure.ts'
import { taskTimes } from './trace.ts'

const BOXES = 500
const PAGES = 50
const FRAMES = 120
const FRAME_MS = 8
const LOADS = 5

/** The dashboard in a browser: a frame of a drag in a large template, and what each page weighs until it is painted. */
export async function benchDashboard(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const settings = loadConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  })
  const { ctx, stop } = await startServer(settings, { worker: false })
  const browser = await launchBrowser()
  try {
    const { id: workspaceId } = await ctx.db.transaction().execute((tx) => createWorkspace(ctx, tx, { name: 'Bench' }))
    const { key } = await createKey(ctx, ctx.db, {
      workspaceId,
      name: 'Bench',
      scope: 'full',
      allowIps: [],
      embedOrigins: [],
    })
    const site = ctx.config.publicUrl
    const template = await largeTemplate(ctx.config.apiUrl, key)
    const person = { workspaceId, email: 'bench@example.com', name: null, role: 'owner' as const }
    const paths = await furnish({ site, key: { id: '', key, workspaceId }, link: await linkFor(ctx, person) })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    // tsx wraps the functions below with a helper that the page does not have.
    await context.addInitScript('globalThis.__name = (it) => it')
    const page = await context.newPage()
    await page.goto(await linkFor(ctx, person))
    await page.getByRole('button', { name: 'Sign in on this device' }).click()
    await page.waitForURL('**/documents')
    await benchDrag(browser, page, `${site}/templates/${template}/edit`)
    await benchLoads(context, site, paths)
  } finally {
    await browser.close()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function largeTemplate(apiUrl: string, key: string): Promise<string> {
  const boxes = Array.from({ length: BOXES }, (_, i) => ({
    ...{ kind: 'text', field: null, slot: 1, page: 1 + Math.floor((i * PAGES) / BOXES) },
    ...{ x: 0.1 + 0.4 * (i % 2), y: 0.1 + 0.15 * (Math.floor(i / 2) % 5), w: 0.3, h: 0.03 },
  }))
  const template = { format: 1, name: 'Bench', slots: [{ slot: 1, role: 'tenant' }], boxes }
  const response = await fetch(`${apiUrl}/templates/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: importForm({ template, pdf: makePdf({ pages: PAGES }) }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

/** The work of the main thread for a frame in which the pointer has moved. */
async function benchDrag(browser: Browser, page: Page, url: string): Promise<void> {
  await page.goto(url)
  const box = page.locator('.box').first()
  await box.waitFor()
  await page.waitForLoadState('networkidle')
  const { x, y } = (await box.boundingBox())!
  await page.mouse.move(x + 20, y + 5)
  await page.mouse.down()
  await page.evaluate(markFrames, MARKS)
  await browser.startTracing(page, { categories: TRACED })
  for (let frame = 0; frame < FRAMES; frame++) {
    await page.mouse.move(x + 20 + frame, y + 5 + frame / 2)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const trace = await browser.stopTracing()
  await page.mouse.up()
  const times = taskTimes(trace, MARKS)
  for (const percent of [50, 95]) {
    const own = percentile(times, percent)
    report(`a frame of a drag, ${BOXES} boxes, p${percent}`, ms(own), `at most ${FRAME_MS} ms`, own / FRAME_MS)
  }
}

const MARKS = { every: 'frame', counted: 'moved' } as const

/** In the page: marks every frame, and those that a move of the pointer led to. */
function markFrames({ every, counted }: typeof MARKS): void {
  let isMoved = false
  addEventListener('pointermove', () => (isMoved = true), { capture: true })
  requestAnimationFrame(function mark() {
    performance.mark(isMoved ? counted : every)
    isMoved = false
    requestAnimationFrame(mark)
  })
}

const TRACED = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

/** Bytes and time until the first paint, with an empty cache, against the page that has the least on it. */
async function benchLoads(context: BrowserContext, site: string, paths: string[]): Promise<void> {
  const least = await loads(context, `${site}/sign-in`)
  for (const path of paths) {
    const own = await loads(context, site + path)
    const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    const bytes = `${(own.bytes / 1000).toFixed(1)} kB, ${ms(own.paint)}`
    report(`first paint, ${name}`, bytes, `sign-in ${ms(least.paint)}`, own.paint / least.paint)
  }
}

async function loads(context: BrowserContext, url: string): Promise<{ paint: number; bytes: number }> {
  const all: { paint: number; bytes: number }[] = []
  for (let run = 0; run < LOADS; run++) {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(url)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    all.push(
      await page.evaluate(() => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]!.startTime
        const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const before = loaded.filter(({ responseEnd }) => responseEnd <= paint)
        return { paint, bytes: [navigation!, ...before].reduce((sum, { transferSize }) => sum + transferSize, 0) }
      }),
    )
    await page.close()
  }
  return { paint: median(all.map(({ paint }) => paint)), bytes: median(all.map(({ bytes }) => bytes)) }
}

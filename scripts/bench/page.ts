import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { lease, scan } from '../../test/support/documents.ts'
import { command, keysOf, type Ready, startBenchServer } from './client.ts'
import { median, ms, percentile, report } from './measure.ts'

/** As browsers' developer tools define slow 4G: bytes a second, milliseconds a request. */
const SLOW_4G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true }
const CPU_SLOWER = 4
const RUNS = 3
const SETTLE_MS = 3_000
const IDLE_MS = 5_000
const SCROLL_MS = 6_000
const FRAME_MS = 1000 / 60

/**
 * The signing page on a phone: time to its first page and bytes before the first paint on slow 4G with a slow
 * processor, what it costs while nothing happens, and the frames while a hundred pages are scrolled.
 */
export async function benchPage(): Promise<void> {
  const { child, ready } = await startBenchServer()
  const browser = await launchBrowser()
  try {
    const key = keysOf(ready.keys)
    const send = (pdf: Uint8Array) => link(ready, key(), pdf)
    for (const [name, file] of [
      ['lease of 12 pages', await lease()],
      ['scan of 3.4 MB', await scan(3_400_000)],
    ] as const)
      await benchFirstPage(browser, name, () => send(file))
    const hundred = await send(await lease(100))
    await benchIdle(browser, hundred)
    await benchScrolling(browser, hundred)
  } finally {
    await browser.close()
    await command(child, { type: 'stop' })
  }
}

/** Sends the file to one signer; their link. */
async function link({ url }: Ready, key: string, pdf: Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(pdf)], 'lease.pdf', { type: 'application/pdf' }))
  form.set('signers', JSON.stringify([{ email: 'ada@example.com', name: 'Ada' }]))
  form.set('send_emails', 'false')
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/signing-requests`, { method: 'POST', headers, body: form })
  const body = (await response.json()) as { signers: { signingUrl: string }[] }
  return body.signers[0]!.signingUrl
}

interface Load {
  firstPaint: number
  bytes: number
  firstPage: number
  drawn: number
}

async function benchFirstPage(browser: Browser, name: string, send: () => Promise<string>): Promise<void> {
  const loads: Load[] = []
  for (let run = 0; run < RUNS; run++) loads.push(await load(browser, await send()))
  const of = (key: keyof Load) => median(loads.map((one) => one[key]))
  report(
    `first page, ${name}`,
    ms(of('firstPage')),
    `first paint ${ms(of('firstPaint'))}, by pdf.js ${ms(of('drawn'))}`,
    of('firstPage') / of('firstPaint'),
  )
  report(
    `bytes before first paint, ${name}`,
    `${(of('bytes') / 1000).toFixed(1)} kB`,
    'at most 35 kB',
    of('bytes') / 35_000,
  )
}

/** Opens a link for the first time, as a phone far from the server does. */
async function load(browser: Browser, url: string): Promise<Load> {
  const { page, cdp, close } = await phone(browser)
  try {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    await page.addInitScript(watchFirstPage)
    await page.goto(url)
    await page.waitForFunction(() => 'drawnAt' in document.documentElement.dataset, null, { timeout: 120_000 })
    return await page.evaluate(() => {
      const { pictureAt, drawnAt } = document.documentElement.dataset
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]!.startTime
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const before = loaded.filter(({ responseEnd }) => responseEnd <= firstPaint)
      const bytes = [navigation!, ...before].reduce((sum, { transferSize }) => sum + transferSize, 0)
      return { firstPaint, bytes, firstPage: Number(pictureAt ?? drawnAt), drawn: Number(drawnAt) }
    })
  } finally {
    await close()
  }
}

/** Runs in the page: notes when page 1 is on screen, as the server's picture and as drawn here. */
function watchFirstPage(): void {
  const note = (name: string, at: number) => {
    document.documentElement.dataset[name] ??= String(at)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { identifier: string; renderTime: number })[])
      if (entry.identifier === 'first-page') note('pictureAt', entry.renderTime)
  }).observe({ type: 'element', buffered: true })
  new MutationObserver(() => {
    if (document.querySelector('.sheet[data-ready]')) note('drawnAt', performance.now())
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] })
}

/** What the page does while it is left alone, against a blank page. */
async function benchIdle(browser: Browser, url: string): Promise<void> {
  const { page, cdp, close } = await phone(browser)
  try {
    await cdp.send('Performance.enable')
    await page.goto('about:blank')
    const blank = await idleTasks(page, cdp)
    await settled(page, url)
    const own = await idleTasks(page, cdp)
    const animations = await page.evaluate(() => document.getAnimations().length)
    report(`tasks in ${IDLE_MS / 1000} idle seconds`, ms(own), `blank page ${ms(blank)}`, own / blank)
    console.log(`  endless animations ${animations}`)
  } finally {
    await close()
  }
}

/** Milliseconds of work on the page's main thread. */
async function idleTasks(page: Page, cdp: CDPSession): Promise<number> {
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  await page.waitForTimeout(SETTLE_MS)
  const before = await spent()
  await page.waitForTimeout(IDLE_MS)
  return (await spent()) - before
}

/** Opens the link and waits until the pages near the first are drawn. */
async function settled(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('.sheet[data-ready]').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS)
}

/** How regularly frames come while the whole document is scrolled through, against a blank page of the same length. */
async function benchScrolling(browser: Browser, url: string): Promise<void> {
  const { page, cdp, close } = await phone(browser)
  try {
    await settled(page, url)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    const own = await scroll(page)
    await page.goto('about:blank')
    await page.evaluate((pixels) => {
      document.body.style.height = `${pixels}px`
    }, height)
    const blank = await scroll(page)
    const late = (frames: number[]) => frames.filter((gap) => gap > 2 * FRAME_MS).length
    report(
      'frames, 100 pages in 6 s, slow CPU',
      `${own.length}, ${late(own)} late`,
      `blank page ${blank.length}, ${late(blank)} late`,
      own.length / blank.length,
    )
    console.log(`  longest gap ${ms(Math.max(...own))}, p99 ${ms(percentile(own, 99))}`)
  } finally {
    await close()
  }
}

/** Scrolls through the page at an even speed; the time between frames. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    (duration) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const length = document.documentElement.scrollHeight - innerHeight
        const start = performance.now()
        let before = start
        const step = () => {
          const now = performance.now()
          gaps.push(now - before)
          before = now
          scrollTo({ top: (length * (now - start)) / duration, behavior: 'instant' })
          if (now - start < duration) requestAnimationFrame(step)
          else resolve(gaps)
        }
        requestAnimationFrame(step)
      }),
    SCROLL_MS,
  )
}

async function phone(browser: Browser): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  // tsx wraps the functions below with a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (it) => it')
  return { page, cdp: await context.newCDPSession(page), close: () => context.close() }
}

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page, type Request } from 'playwright-core'

/** Chromium without the parts that only a window needs: it costs less than half of the whole one. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The system's whole browser, for where there is no shell. */
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Keeps the browser's own services off the network and its pop-ups out of tests. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How long an action waits for what it needs: a bound for what hangs, as in the configuration of the tests. */
const PATIENCE_MS = 300_000

/** WCAG 2.2 A and AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let shared: Promise<Browser> | undefined

/** The browser that all tests of this process share, and that ends with it. Each test opens its own profile. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = undefined
  return sharedBrowser()
}

/** Closes every profile that the tests of a file have left open. */
export async function closeProfiles(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/**
 * A headless Chromium: the system's shell, else the one from the development dependencies, else the system's whole browser.
 * Close it when done.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = isPackaged() ? [SHELL] : [SHELL, ...WHOLE]
  const executablePath = installed.find((path) => existsSync(path))
  const browser = await (executablePath ? chromium.launch({ executablePath, args: FLAGS }) : launchPackaged())
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

/** What the packaged browser is built for. */
const isPackaged = () => process.platform === 'linux' && process.arch === 'x64'

/**
 * The package unpacks itself into the temporary folder, and its shared libraries only when it believes it runs on
 * Amazon Linux. A folder per call keeps parallel test files apart; its changes to the environment stay in here.
 */
async function launchPackaged(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    const env = { ...before, FONTCONFIG_PATH: join(folder, 'fonts'), LD_LIBRARY_PATH: join(folder, 'al2023/lib') }
    const browser = await chromium.launch({ executablePath, env, args: FLAGS })
    browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }))
    return browser
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

export interface Visit {
  page: Page
  /** Errors and warnings of the console, uncaught errors, policy violations: a correct page has none. */
  complaints: string[]
  /** Requests to any other origin than the server's. */
  foreign: string[]
  close(): Promise<void>
}

export interface VisitOptions {
  width?: number
  height?: number
  /** A phone: touch, two device pixels to one. */
  phone?: boolean
  /** IANA; default: that of the machine. */
  timeZone?: string
}

/** A fresh profile with one page, whose errors and requests are recorded. `origin` is the server's. */
export async function visit(browser: Browser, origin: string, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, height = 800, phone = false } = options
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
    reducedMotion: 'reduce',
    ...(options.timeZone && { timezoneId: options.timeZone }),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) foreign.push(request.url())
  })
  return { page, complaints, foreign, close: closerOf(page) }
}

/**
 * Closes the page's profile once the page has arrived where it was going: Chromium may never answer when it is closed
 * between the answer to a form and the page that follows. Call it before the first navigation.
 */
export function closerOf(page: Page): () => Promise<void> {
  const going = new Set<Request>()
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) going.add(request)
  })
  const arrived = (request: Request) => void going.delete(request)
  page.on('requestfinished', arrived)
  page.on('requestfailed', arrived)
  return async () => {
    const end = Date.now() + PATIENCE_MS
    while (going.size > 0 && Date.now() < end) await delay(20)
    if (!page.isClosed()) await page.waitForLoadState('domcontentloaded')
    await page.context().close()
  }
}

/** What axe finds wrong with the page in its current state, or with a part of it, one line each. @param part a selector */
export async function axeViolations(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // Lines are made in the page: all that axe has looked at takes longer to be sent than to be looked at.
  return page.evaluate(
    async ([within, ...values]) => {
      const { axe } = globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }
      const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }
      const { violations } = await axe.run(within!, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    [part, ...AXE_TAGS],
  )
}

/**
 * The pauses of the scripts of the pages that it loads from now on take a tenth of their time: what is changed is saved at
 * once, and what failed is tried again soon.
 */
export function hurry(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const later = globalThis.setTimeout
    const sooner = (run: (...more: unknown[]) => void, ms = 0, ...more: unknown[]) => later(run, ms / 10, ...more)
    Object.assign(globalThis, { setTimeout: sooner })
  })
}

/** A headless shell does not scroll a page to what is clicked in a frame of another origin. */
export function scrollToFrameEnd(page: Page): Promise<void> {
  return page.evaluate(() => scrollTo(0, document.body.scrollHeight))
}

/** How many pixels the page can be scrolled sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

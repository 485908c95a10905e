import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Chromium of the system, where there is one. */
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** Nothing of the browser's own may reach the network or pop up in a test. */
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

/**
 * A headless Chromium: the system's, else the one that comes with the development dependencies. Close it when done.
 */
export async function launchBrowser(): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path))
  if (system) return chromium.launch({ executablePath: system, args: FLAGS })
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packaged.executablePath(), args: [...packaged.args, ...FLAGS] })
}

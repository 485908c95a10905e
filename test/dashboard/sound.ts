import type { Browser } from 'playwright-core'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { carryCookie, type DashboardUser } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'

interface Look {
  browser: Browser
  server: TestServer
  who: DashboardUser
  colorScheme: 'light' | 'dark'
  width: number
}

/** What is wrong with the pages at these paths as a person sees them: accessibility, width, complaints of the browser. */
export async function flawsOf(paths: string[], { browser, server, who, colorScheme, width }: Look): Promise<string[]> {
  const { page, complaints, foreign, close } = await visit(browser, server.url, { width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await carryCookie(page.context(), server, who.cookie)
  const flaws: string[] = []
  for (const path of paths) {
    await page.goto(server.url + path)
    const headings = await page.getByRole('heading', { level: 1 }).count()
    if (headings !== 1) flaws.push(`${path}: ${headings} headings of the first level`)
    const scroll = await sidewaysScroll(page)
    if (scroll > 0) flaws.push(`${path}: scrolls by ${scroll} pixels`)
    for (const violation of await axeViolations(page)) flaws.push(`${path}: ${violation}`)
  }
  await close()
  return [...flaws, ...complaints, ...foreign]
}

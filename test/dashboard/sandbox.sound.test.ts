import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Crawled, crawl } from '../support/crawl.ts'
import type { DashboardUser } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from '../web/stage.ts'
import { testing } from './office.ts'
import { flawsOf } from './sound.ts'

let server: TestServer
let browser: Browser
let tester: DashboardUser
let seen: Crawled

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeAll(async () => {
  tester = await testing(server)
  seen = await crawl(tester, 1)
})

test('every link of a sandbox leads to a page of it', () => {
  // A picture of a page is 204 while it is made.
  expect(seen.broken.filter((said) => !said.startsWith('204 '))).toEqual([])
})

test('no page of a sandbox has accessibility errors, scrolls sideways or complains', async () => {
  const paths = seen.pages.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/sandboxes', '/documents', '/keys']))
  for (const html of seen.pages.map(({ html }) => html)) expect(html).toContain('Back to live')
  expect(await flawsOf(paths, { browser, server, who: tester, colorScheme: 'dark', width: 375 })).toEqual([])
})

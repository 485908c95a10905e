import { expect, test } from 'vitest'
import { type Operation, operations } from '../../server/generated/operations.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { hooksOf } from '../support/hooks.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, workspaceId, ada } = {} as Office
useOffice((office) => {
  ;({ server, browser, key, workspaceId, ada } = office)
})

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' }
const NOBODY_THERE = 'http://127.0.0.1:1/hook'
const NONE = ['The API has no call for this.']

/** What the foot of a page says, by line. */
function footOf(html: string): string[] {
  const [, foot = ''] = /<footer class="api">(.*?)<\/footer>/s.exec(html) ?? []
  return [...foot.matchAll(/<p>(.*?)<\/p>/gs)].map(([, line]) => line!.replace(/<[^>]+>/g, ''))
}
const footAt = async (path: string) => footOf(await (await ada.get(path)).text())

/** The operations of the API that a line names. */
const operationsIn = (line: string) => {
  const [, method, path] = /(\w+) \/v1(\/\S+)$/.exec(line)!
  const plain = path!.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')
  return Object.values<Operation>(operations).filter(
    (one) => one.method === method!.toLowerCase() && one.path === plain,
  )
}

test('a webhook names the calls of the buttons that it shows', async () => {
  const { body: hook } = await hooksOf(server, key).create({ target_url: NOBODY_THERE })
  const [log, ping, recover] = [
    `The same by API: GET /v1/hooks/${hook.id}/deliveries`,
    `Send ping by API: POST /v1/hooks/${hook.id}/test`,
    `Send all again by API: POST /v1/hooks/${hook.id}/recover`,
  ]
  const path = `/webhooks/${hook.id}`
  expect(await footAt(path)).toEqual([log, ping])
  await send(server, key, { signers: [ADA], send_emails: false })
  for (let attempt = 0; attempt < 8; attempt++) {
    await server.work()
    server.clock.advance(24 * 3_600_000)
  }
  ada = await signIn(server, { workspaceId })
  expect(await footAt(path)).toEqual([log, ping, recover])
  expect((await ada.post(`${path}/off`)).status).toBe(303)
  expect(await footAt(path)).toEqual([log])
  expect([ping, recover].map((line) => operationsIn(line).map(({ id }) => id))).toEqual([['testHook'], ['recoverHook']])
})

test('a document names the call that reminds, while somebody can be reminded', async () => {
  const grace = { email: 'grace@example.com', name: 'Grace Hopper' }
  const { documentId, signers } = await send(server, key, { signers: [ADA, grace] })
  const path = `/documents/${documentId}`
  const same = `The same by API: GET /v1${path}`
  const remind = `Remind Ada Lovelace by API: POST /v1/signing-requests/${signers[0]!.signingRequestId}/remind`
  expect(await footAt(path)).toEqual([same, remind])
  expect(operationsIn(remind).map(({ id }) => id)).toEqual(['remindSigningRequest'])
  expect((await ada.post(`${path}/withdraw`)).status).toBe(303)
  expect(await footAt(path)).toEqual([same])
})

test('no page names a call that does something else: of what the API cannot do, it says so', async () => {
  const owner = await signIn(server, { workspaceId })
  const form = { name: 'Production', scope: 'full', allow_ips: '', embed_origins: '', return_origins: '' }
  const made = await owner.post('/keys', form)
  const page = await made.text()
  expect([made.status, page.includes('New key. It is shown only now.')]).toEqual([201, true])
  expect(footOf(page)).toEqual(NONE)
  for (const path of ['/keys', '/log', '/settings/people', '/account', '/documents/drafts', '/settings/log'])
    expect([path, await footAt(path)]).toEqual([path, NONE])
  expect(await footAt('/settings')).toEqual(['Read the plan and the SMS codes by API: GET /v1/me'])
  // Nothing was asked of a page that is not there.
  expect(await footAt('/nowhere')).toEqual([])
})

const VIEWS: ['light' | 'dark', width: number][] = [
  ['dark', 375],
  ['light', 1280],
]

test('in a browser: the calls fit, in both schemes', async () => {
  const { documentId } = await send(server, key, { signers: [{ ...ADA, name: `Ada ${'A'.repeat(110)}` }] })
  const { body: hook } = await hooksOf(server, key).create({ target_url: NOBODY_THERE })
  const { page, complaints, close } = await dashboardVisit(browser, server, { workspaceId })
  for (const path of [`/documents/${documentId}`, `/webhooks/${hook.id}`, '/keys', '/settings']) {
    await page.goto(server.url + path)
    for (const [colorScheme, width] of sized(VIEWS.slice(0, 1), VIEWS)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect([path, width, await sidewaysScroll(page), await axeViolations(page)]).toEqual([path, width, 0, []])
      if (process.env.PICTURES) {
        await page.locator('footer.api').scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${process.env.PICTURES}/api-${path.split('/')[1]}-${width}.png` })
      }
    }
  }
  expect(complaints).toEqual([])
  await close()
})

test('an office that does not work by API is told of no calls', async () => {
  const other = await signIn(server)
  expect(footOf(await (await other.get('/documents')).text())).toEqual([])
  expect(await footAt('/documents')).not.toEqual([])
})

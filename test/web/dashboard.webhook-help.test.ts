import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signatureHeader } from '../../server/domain/hooks/sign.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { type HookBody, hooksOf } from '../support/hooks.ts'
import { answer, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let receiver: Receiver
let owner: DashboardUser
let hook: HookBody
let to: string

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  receiver = await startReceiver({ clock: server.clock })
  owner = await signIn(server)
  const key = await server.key({ workspaceId: owner.workspaceId })
  hook = await hooksOf(server, key).subscribe(receiver, '/a')
  to = `/webhooks/${hook.id}`
  await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
})
afterEach(() => receiver.close())

describe('the check of a signature', () => {
  test.each([
    ['a line end as a browser sends it', (body: string) => `${body}\r\n`],
    ['a space before it', (body: string) => ` ${body}`],
    ['line ends before it', (body: string) => `\r\n\r\n${body}`],
  ])('says that the body has got %s', async (_, change) => {
    await server.work()
    const { body } = receiver.deliveries[0]!
    const headers = `X-Service-Signature: ${signatureHeader([hook.secret], body, server.clock.now())}`
    const check = async (pasted: string) => (await owner.post(`${to}/check`, { headers, body: pasted })).text()
    expect(await check(body)).toContain('The signature is right')
    const page = await check(change(body))
    expect(page).toContain('The body has other white space at its ends')
    // What a browser takes from the page, which leaves out the first line end.
    const [, shown] = /<textarea id="body"[^>]*>\n?([^<]*)</.exec(page)!
    expect(shown!.replaceAll('&quot;', '"')).toBe(change(body).replaceAll('\r\n', '\n'))
  })
})

describe('the share of first attempts that succeeded', () => {
  const share = async () => /(\d+)\s?% at first attempt/.exec(await (await owner.get(to)).text())?.[1]
  const again = async () => {
    const [, delivery] = /deliveries\/([0-9a-f-]{36})/.exec(await (await owner.get(to)).text())!
    await owner.post(`${to}/deliveries/${delivery}/again`)
  }

  test('stays when a delivery that succeeded is sent again', async () => {
    await server.work()
    expect(await share()).toBe('100')
    await again()
    expect([receiver.deliveries.length, await share()]).toEqual([2, '100'])
  })

  test('stays when one that failed succeeds later', async () => {
    receiver.answer(answer(503))
    await server.work()
    receiver.answer(ok)
    await again()
    expect([receiver.deliveries.length, await share()]).toEqual([2, '0'])
  })
})

test('beyond the limit of what is sent by hand, each button leads back and says how long to wait', async () => {
  await server.work()
  const { deliveries } = receiver
  for (let n = 0; n < 10; n++) expect((await owner.post(`${to}/ping`)).status).toBe(303)
  server.clock.advance(18_000)
  const [, logged] = /(\/deliveries\/[0-9a-f-]{36})/.exec(
    await (await owner.get(`${to}?event=signing_request.sent`)).text(),
  )!
  const sent = deliveries.length
  for (const [press, back] of [
    ['/ping', ''],
    ['/example', ''],
    [`${logged}/again`, logged!],
  ] as const) {
    const refused = await owner.post(to + press, { event: 'document.completed' })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, to + back])
    expect(await owner.follow(refused)).toMatch(
      /role="alert">Nothing was sent: a webhook is sent at most 10 deliveries a minute by hand. Try again in 42 seconds.</,
    )
  }
  expect(deliveries.length).toBe(sent)
  server.clock.advance(41_000)
  expect(await owner.follow(await owner.post(`${to}/ping`))).toContain('Try again in 1 second.')
  server.clock.advance(1_000)
  expect(await owner.follow(await owner.post(`${to}/ping`))).toContain('The ping was answered with 200')
})

test('the next attempt of a delivery is counted down to, in the log and on its own page', async () => {
  receiver.answer(answer(503))
  const text = async (path: string) => (await (await owner.get(path)).text()).replace(/<[^>]+>/g, '')
  const shown = async () => {
    const [, path] = /href="([^"]+\/deliveries\/[^"]+)"/.exec(await (await owner.get(to)).text())!
    const [log, own] = [await text(to), await text(path!)]
    const [, attempts, next] = /(\d of 8), next (now|in \d+ (?:min|h))/.exec(log) ?? []
    return [attempts, next, /Next try.* UTC, (now|in \d+ (?:min|h))/.exec(own)?.[1]]
  }
  await server.work()
  expect(await shown()).toEqual(['1 of 8', 'in 1 min', 'in 1 min'])
  server.clock.advance(60_000)
  expect(await shown()).toEqual(['1 of 8', 'now', 'now'])
  await server.work()
  expect(await shown()).toEqual(['2 of 8', 'in 5 min', 'in 5 min'])
  server.clock.advance(61_000)
  expect(await shown()).toEqual(['2 of 8', 'in 4 min', 'in 4 min'])
  for (const [waited, attempts, next] of [
    [4 * 60_000, '3 of 8', 'in 30 min'],
    [30 * 60_000, '4 of 8', 'in 2 h'],
  ] as const) {
    server.clock.advance(waited)
    await server.work()
    expect(await shown()).toEqual([attempts, next, next])
  }
  receiver.answer(ok)
  server.clock.advance(2 * 3_600_000)
  await server.work()
  expect(await shown()).toEqual([undefined, undefined, undefined])
})

test('the form compares full and minimal bodies, which are those that are sent', async () => {
  for (const path of ['/webhooks/new', `${to}/edit`]) {
    const page = (await (await owner.get(path)).text()).replaceAll('&quot;', '"')
    const compared = [...page.matchAll(/<figcaption>(\w+)<\/figcaption><pre[^>]*>([^<]*)</g)]
    expect(compared.map(([, title]) => title)).toEqual(['Full', 'Minimal'])
    for (const [, title, text] of compared) {
      await owner.post(`${to}/edit`, { which: 'every', payload: title!.toLowerCase() })
      await owner.post(`${to}/example`, { event: 'signing_request.signed' })
      const { event_id, ...sent } = JSON.parse(receiver.deliveries.at(-1)!.body)
      expect(JSON.parse(text!)).toEqual({ ...sent, event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/) })
      expect(text!.includes('ada@example.com')).toBe(title === 'Full')
    }
  }
})

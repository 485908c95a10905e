import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { answer, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

const LONG = 'Ein-sehr-langer-Name-ohne-eine-Stelle-an-der-er-umbrechen-könnte-'.repeat(3).slice(0, 100)

let server: TestServer
let browser: Browser
let receiver: Receiver
useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeAll(async () => {
  receiver = await startReceiver({ clock: server.clock })
})
afterAll(() => receiver.close())

/** The page has nothing that axe finds wrong, does not scroll sideways, and asked for nothing foreign. */
async function expectSound({ page, complaints, foreign }: Visit): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect([...complaints, ...foreign]).toEqual([])
}

/** What stands in the element of a page that is about to be shown only once. */
const shown = (html: string, id: string) => new RegExp(`<code id="${id}">([^<]*)</code>`).exec(html)?.[1]

describe('API keys', () => {
  test('are made in the browser, shown once, used, and revoked', async () => {
    const visit = await dashboardVisit(browser, server, { width: 375, height: 700, phone: true })
    const { page, workspaceId } = visit
    await page.goto(`${server.url}/settings`)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API', exact: true }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await expectSound(visit)
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByLabel('Name').fill(LONG)
    await page.getByLabel('Addresses it may be used from').fill('127.0.0.1/8\n::1')
    await page.getByLabel('Sites that may embed signing').fill('https://app.example.com/')
    await expectSound(visit)
    await page.getByRole('button', { name: 'Make the key' }).click()
    const secret = await page.locator('#key').innerText()
    expect(secret).toMatch(/^cs_live_[0-9a-f]{32}$/)
    expect(await page.locator('#env').innerText()).toBe(`COUNTERSIGN_API_KEY=${secret}`)
    await expectSound(visit)

    const key: TestKey = { id: '', key: secret, workspaceId }
    expect((await server.call(key, 'GET', '/v1/me')).status).toBe(200)
    await server.call(key, 'GET', '/v1/templates/x')
    await page.getByRole('link', { name: 'All keys' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByText('2 calls, 50 % refused').click()
    expect(await page.getByText('GET /templates/{id}').isVisible()).toBe(true)
    await expectSound(visit)
    await page.getByRole('link', { name: `Edit ${LONG}` }).click()
    await expectSound(visit)
    await page.getByLabel('Addresses it may be used from').fill('203.0.113.0/24')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('was changed.').waitFor()
    expect((await server.call(key, 'GET', '/v1/me')).status).toBe(403)
    await expectSound(visit)
    await page.getByRole('link', { name: `Revoke ${LONG}` }).click()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('was revoked.').waitFor()
    expect((await server.call(key, 'GET', '/v1/me')).status).toBe(401)
    await visit.close()
  })

  test('of two tabs, keep what the other has saved meanwhile', async () => {
    const owner = await signIn(server)
    const made = await server.key({ workspaceId: owner.workspaceId })
    const storedIn = async (path: string) => {
      const [, text] = /name="stored" value="([^"]*)"/.exec(await (await owner.get(path)).text())!
      return text!.replaceAll('&quot;', '"')
    }
    const edit = `/keys/${made.id}/edit`
    const stored = await storedIn(edit)
    const save = async (fields: Record<string, string>) => owner.follow(await owner.post(edit, { ...fields, stored }))
    expect(await save({ name: 'Test', allow_ips: '203.0.113.0/24' })).toContain('was changed.')
    expect(await save({ name: 'Build', allow_ips: '' })).toContain('The key Build was changed.')
    const row = server.ctx.db.selectFrom('api_keys').select(['name', 'allow_ips']).where('id', '=', made.id)
    expect(await row.executeTakeFirst()).toEqual({ name: 'Build', allow_ips: ['203.0.113.0/24'] })

    const added = await owner.post('/webhooks', { target_url: 'https://example.com/tabs' })
    const hook = `/webhooks/${/\/webhooks\/([0-9a-f-]{36})/.exec(await added.text())![1]}/edit`
    const opened = await storedIn(hook)
    await owner.post(hook, { payload: 'minimal', stored: opened })
    const some = { which: 'some', events: 'document.completed', payload: 'full', stored: opened }
    expect(await owner.follow(await owner.post(hook, some))).toContain('The webhook was changed.')
    const [changed] = await server.ctx.db
      .selectFrom('hooks')
      .select(['payload', 'events'])
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(changed).toEqual({ payload: 'minimal', events: ['document.completed'] })
  })

  test('keep what was typed when something is wrong with it', async () => {
    const owner = await signIn(server)
    const refused = await owner.post('/keys', { name: 'CI', scope: 'read', allow_ips: 'here' })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(html).toContain('here is neither an address nor a block')
    expect(html).toMatch(/<textarea[^>]*id="allow_ips"[^>]*aria-invalid="true"[^>]*>here</)
    expect(html).toContain('value="CI"')

    const { id } = await server.key({ workspaceId: owner.workspaceId })
    const changed = await owner.post(`/keys/${id}/edit`, { name: 'CI', allow_ips: '127.0.0.1/33' })
    const form = await changed.text()
    expect(changed.status).toBe(422)
    expect(form).toMatch(/<textarea[^>]*id="allow_ips"[^>]*aria-invalid="true"[^>]*>127.0.0.1\/33</)
  })

  test('name everything that is wrong at once', async () => {
    const owner = await signIn(server)
    const typed = {
      name: ' ',
      scope: 'read',
      allow_ips: 'here',
      embed_origins: 'app',
      return_origins: 'http://a.example',
    }
    const refused = await owner.post('/keys', typed)
    const html = await refused.text()
    expect(refused.status).toBe(422)
    for (const wrong of [
      'Give the key a name of 1 to 100 characters.',
      'here is neither an address nor a block such as 203.0.113.0/24.',
      'app is not a plain https origin such as https://app.example.com.',
      'http://a.example is not a plain https origin such as https://app.example.com.',
    ])
      expect(html).toContain(wrong)
  })
})

describe('webhooks', () => {
  test('are all listed, fifty on a page, those that are on first', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    for (let n = 1; n <= 52; n++) {
      const made = await server.call(key, 'POST', '/v1/hooks', {
        json: { target_url: `https://hooks.example.com/${n}` },
      })
      expect(made.status).toBe(200)
    }
    const listed = async (path: string) => {
      const text = await (await owner.get(path)).text()
      const numbers = [...text.matchAll(/hooks\.example\.com\/(\d+)/g)].map(([, n]) => Number(n))
      return { numbers, text: text.replace(/<[^>]+>/g, '') }
    }
    const first = await listed('/webhooks')
    expect(first.numbers).toEqual(Array.from({ length: 50 }, (_, at) => 52 - at))
    expect(first.text).toContain('1 to 50 of 52 webhooks')
    await server.ctx.db.updateTable('hooks').set({ enabled: false }).where('target_url', 'like', '%/52').execute()
    for (const path of ['/webhooks?page=2', '/webhooks?page=9']) expect((await listed(path)).numbers).toEqual([1, 52])
  })

  test('are added, pinged, tried out, rotated, changed, switched off and deleted', async () => {
    const owner = await signIn(server)
    const made = await owner.post('/webhooks', { target_url: `${receiver.url}/a`, which: 'every', payload: 'full' })
    const html = await made.text()
    const secret = shown(html, 'secret')!
    receiver.secrets.set('/a', secret)
    expect([made.status, shown(html, 'env')]).toEqual([201, `COUNTERSIGN_WEBHOOK_SECRET=${secret}`])
    const to = /href="(\/webhooks\/[0-9a-f-]{36})\/edit"/.exec(html)![1]!

    const pinged = await owner.follow(await owner.post(`${to}/ping`))
    expect(pinged).toMatch(/<p class="flash ok" role="status">The ping was answered with 200/)
    const example = await owner.post(`${to}/example`, { event: 'document.completed' })
    expect(await owner.follow(example)).toContain('The example of document.completed was answered with 200')
    expect(receiver.deliveries.slice(-2).map((delivery) => delivery.event.event)).toEqual([
      'ping',
      'document.completed',
    ])
    receiver.answer(answer(503, 'down'))
    const failed = await owner.follow(await owner.post(`${to}/ping`))
    expect(failed).toMatch(/<p class="flash bad" role="alert">The ping failed: your server answered 503/)
    receiver.answer(ok)

    const question = async () => {
      const text = await (await owner.get(`${to}/rotate`)).text()
      return { text, version: /name="version" value="(\d+)"/.exec(text)![1]! }
    }
    const { version, text: first } = await question()
    expect(first).toContain('signed with both')
    const rotated = await (await owner.post(`${to}/rotate`, { version })).text()
    expect(shown(rotated, 'secret')).toMatch(/^whsec_[0-9a-f]{48}$/)
    expect(shown(rotated, 'secret')).not.toBe(secret)
    // A second press, or a form that nobody was asked by, changes nothing: the receiver still checks with the first.
    for (const stale of [version, '', '1e20']) {
      expect(await owner.follow(await owner.post(`${to}/rotate`, { version: stale }))).toContain(
        'was not rotated again',
      )
    }
    expect(await owner.follow(await owner.post(`${to}/ping`))).toContain('The ping was answered with 200')
    expect((await question()).text).toContain('It ends at once when you rotate again')
    const twice = await owner.post(`${to}/rotate`, { version: (await question()).version })
    const newest = shown(await twice.text(), 'secret')!
    expect(newest).toMatch(/^whsec_/)
    receiver.secrets.set('/a', newest)
    server.clock.advance(24 * 3_600_000)
    expect((await question()).text).toContain('signed with both')
    const wanted = { which: 'some', events: 'document.completed', payload: 'minimal', standard_webhooks: '1' }
    const changed = await owner.post(`${to}/edit`, wanted)
    expect(await owner.follow(changed)).toContain('document.completed · minimal bodies')
    expect(await (await owner.get(`${to}/edit`)).text()).toMatch(/name="standard_webhooks"[^>]* checked/)
    await owner.post(`${to}/ping`)
    expect(receiver.deliveries.at(-1)!.headers['webhook-id']).toBe(receiver.deliveries.at(-1)!.eventId)
    expect(await owner.follow(await owner.post(`${to}/off`))).toContain('The webhook is off')
    for (const what of ['ping', 'example']) {
      const stale = await owner.follow(await owner.post(`${to}/${what}`, { event: 'document.completed' }))
      expect(stale).toContain('Nothing was sent: this webhook is switched off.')
    }
    expect(await owner.follow(await owner.post(`${to}/on`))).toContain('The webhook is on again')
    // The second press of a double click says what the first one has done.
    for (const _ of [1, 2]) {
      const list = await owner.follow(await owner.post(`${to}/delete`))
      expect([list, list]).toEqual([
        expect.stringContaining('The webhook and its log were deleted.'),
        expect.stringContaining('No webhooks yet'),
      ])
    }
    for (const id of [randomUUID(), 'x']) expect((await owner.post(`/webhooks/${id}/delete`)).status).toBe(404)
  })

  test('say at a replacement which deliveries come to the new one, and where the others are', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const first = await hooksOf(server, key).subscribe(receiver, '/again')
    const add = async (fields: Record<string, string>) => {
      const made = await (await owner.post('/webhooks', { target_url: first.target_url, ...fields })).text()
      receiver.secrets.set('/again', shown(made, 'secret')!)
      const [once] = /<div class="once">.*?<\/div>/s.exec(made)!
      return { words: once.replace(/<[^>]+>/g, ''), links: [...once.matchAll(/href="([^"]+)"/g)].map(([, to]) => to) }
    }
    receiver.answer(answer(503))
    await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
    await server.work()
    receiver.answer(ok)
    const completed = await add({ which: 'some', events: 'document.completed' })
    expect(completed.words).toContain('those of document.completed come here. Any others end')
    const list = `/webhooks/${first.id}?tab=given_up`
    expect(completed.links).toEqual([`/webhooks/${first.id}`, list])
    const ended = await (await owner.get(list)).text()
    expect(ended).toMatch(/signing_request\.sent\s*<\/a>.*503 · \d+ ms<\/span><small> hook switched off</s)
    const { words, links } = await add({ which: 'every' })
    expect([words, links]).toEqual([
      expect.stringMatching(/is off\. Its deliveries that were still waiting come here\.$/),
      [expect.stringMatching(/^\/webhooks\/[0-9a-f-]{36}$/)],
    ])
    expect(await (await owner.get('/webhooks/new')).text()).toContain('or ends if this one does not have the event')

    const visit = await dashboardVisit(browser, server, { workspaceId: owner.workspaceId })
    await visit.page.goto(`${server.url}/webhooks/new`)
    await visit.page.getByLabel('Address').fill(first.target_url)
    await visit.page.getByLabel('Only these').check()
    await visit.page.getByLabel('document.completed').check()
    await visit.page.getByRole('button', { name: 'Add the webhook' }).click()
    await visit.page.getByRole('link', { name: 'webhook that was on for this address' }).waitFor()
    await expectSound(visit)
    await visit.close()
  })

  test('are not switched on while another one has the address, which the page names', async () => {
    const owner = await signIn(server)
    const hooks = hooksOf(server, await server.key({ workspaceId: owner.workspaceId }))
    const replaced = await hooks.subscribe(receiver, '/taken')
    const second = await hooks.subscribe(receiver, '/taken')
    await owner.post(`/webhooks/${second.id}/off`)
    const third = await hooks.subscribe(receiver, '/taken')
    for (const { id, target_url } of [replaced, second]) {
      const page = await owner.follow(await owner.post(`/webhooks/${id}/on`))
      expect(page).toMatch(/role="alert">It was not switched on: another webhook has replaced it, or has its address/)
      expect(page).toMatch(new RegExp(`has its address: <a [^>]*href="/webhooks/${third.id}">\\s*${target_url}`))
      expect(page).not.toContain('Switch on')
    }
    await owner.post(`/webhooks/${third.id}/off`)
    const free = await (await owner.get(`/webhooks/${second.id}`)).text()
    expect([free.includes('Switch on'), free.includes('has its address')]).toEqual([true, false])
    expect(await owner.follow(await owner.post(`/webhooks/${second.id}/on`))).toContain('The webhook is on again.')
  })

  test.each([
    ['http', { target_url: 'http://example.com/', which: 'every' }, 'must begin with https://'],
    ['a private address', { target_url: 'https://10.0.0.1/', which: 'every' }, 'a public one'],
    ['no address', { target_url: 'example.com/hook', which: 'every' }, 'Enter a whole address'],
    ['a password', { target_url: 'https://user:pa@example.com/', which: 'every' }, 'Enter a whole address'],
    ['a space', { target_url: 'https://example.com/a b', which: 'every' }, 'Enter a whole address'],
    ['an impossible port', { target_url: 'https://example.com:99999/', which: 'every' }, 'Enter a whole address'],
    ['no event', { target_url: 'https://example.com/', which: 'some' }, 'Choose at least one event'],
    ['an unknown event', { target_url: 'https://example.com/', which: 'some', events: 'x' }, 'does not exist'],
  ])('are refused beside the field for %s', async (_, fields, text) => {
    const owner = await signIn(server)
    const refused = await owner.post('/webhooks', fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(text)
  })

  test('show what fails, as a command too, and say why a signature does not match', async () => {
    const visit = await dashboardVisit(browser, server, { width: 1280 })
    const { page, workspaceId } = visit
    const key = await server.key({ workspaceId })
    const hooks = hooksOf(server, key)
    const hook = await hooks.subscribe(receiver, '/b')
    const sendOne = (title: string) =>
      send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false, title })
    await sendOne('عقد إيجار')
    await server.work()
    receiver.answer(answer(503, '<script>alert(1)</script>'))
    await sendOne('賃貸契約書')
    await server.work()
    receiver.answer(ok)

    await page.goto(`${server.url}/webhooks`)
    await expectSound(visit)
    await page.getByRole('link', { name: hook.target_url }).click()
    await page.getByText('What your server answered').click()
    expect(await page.getByText('<script>alert(1)</script>').isVisible()).toBe(true)
    await expectSound(visit)
    await page.getByRole('link', { name: 'Failing 1' }).click()
    await page.waitForURL('**/*tab=failing*')
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page.getByRole('link', { name: 'signing_request.sent' }).click()
    const command = await page.locator('#curl').innerText()
    expect(command).toContain(`${receiver.url}/b`)
    expect(command).not.toContain(hook.secret)
    await expectSound(visit)
    const before = receiver.deliveries.length
    await page.getByRole('button', { name: 'Send again now' }).click()
    await page.getByText('The delivery was answered with 200').waitFor()
    expect(receiver.deliveries.length).toBe(before + 1)

    const { headers, body } = receiver.deliveries.at(-1)!
    await page.goto(`${server.url}/webhooks/${hook.id}/check`)
    await page.getByLabel('Headers').fill(`X-Service-Signature: ${headers['x-service-signature']}`)
    await page.getByLabel('Body, exactly as received').fill(JSON.stringify(JSON.parse(body), null, 2))
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('The body was parsed and written again').waitFor()
    await expectSound(visit)
    await page.getByLabel('Body, exactly as received').fill(body)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('The signature is right').waitFor()
    await visit.close()
  })

  test('show a secret for as long as its page is open, and take the ticked events only where they are asked for', async () => {
    const visit = await dashboardVisit(browser, server, { width: 375, height: 800 })
    const { page, workspaceId } = visit
    await page.clock.install()
    await page.goto(`${server.url}/webhooks/new`)
    await page.getByLabel('Address').fill(`${receiver.url}/once`)
    const tick = page.getByLabel('document.completed')
    expect(await tick.isVisible()).toBe(false)
    await page.getByLabel('Only these').check()
    await tick.check()
    await expectSound(visit)
    await page.getByRole('button', { name: 'Add the webhook' }).click()
    const secret = page.locator('#secret')
    const stays = async () => {
      const before = await secret.innerText()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (let turn = 0; turn < 3; turn++) {
        await page.clock.runFor(5_000)
        await page.evaluate(() => fetch('/health/live').then(() => {}))
      }
      expect(asked.filter((url) => !url.endsWith('/health/live'))).toEqual([])
      expect(await secret.innerText()).toBe(before)
      await expectSound(visit)
    }
    await stays()
    await page.getByText('document.completed · full bodies').waitFor()
    await page.getByRole('link', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await secret.waitFor()
    await stays()
    await page.getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('Every event').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Every event · full bodies').waitFor()
    const { events } = await server.ctx.db
      .selectFrom('hooks')
      .select('events')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    expect(events).toEqual([])
    await visit.close()
  })

  test('keep the answer of each attempt apart from why a delivery was given up', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const hook = await hooksOf(server, key).subscribe(receiver, '/d')
    await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
    for (const [status, text] of [
      [503, 'maintenance until noon'],
      [500, 'KeyError: signers'],
    ] as const) {
      receiver.answer(answer(status, text))
      await server.work()
      server.clock.advance(10 * 60_000)
    }
    receiver.answer(ok)
    const to = `/webhooks/${hook.id}`
    await owner.post(`${to}/off`)
    const log = await (await owner.get(to)).text()
    expect(log).toMatch(/What your server answered<\/summary><pre[^>]*>KeyError: signers</)
    expect(log).toMatch(/500 · \d+ ms<\/span><small> hook switched off</)
    const [, path] = /href="([^"]+\/deliveries\/[^"]+)"/.exec(log)!
    const page = await (await owner.get(path!)).text()
    expect(page).toContain('hook switched off')
    expect(
      [...page.matchAll(/What your server answered<\/summary><pre[^>]*>([^<]*)</g)].map(([, note]) => note),
    ).toEqual(['maintenance until noon', 'KeyError: signers'])
    expect(page).toMatch(/What your server answered<\/h2>.*?<pre[^>]*>KeyError: signers</s)
  })

  test('the tabs of the log keep the focus of the keyboard', async () => {
    const visit = await dashboardVisit(browser, server)
    const hook = await hooksOf(server, await server.key({ workspaceId: visit.workspaceId })).subscribe(
      receiver,
      '/tabs',
    )
    const { page } = visit
    await page.goto(`${server.url}/webhooks/${hook.id}`)
    await page.getByRole('link', { name: 'Failing' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**?tab=failing')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tab-failing')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('All')
    await visit.close()
  })

  test('send what was given up again', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const hook = await hooksOf(server, key).subscribe(receiver, '/c')
    await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
    receiver.answer(answer(500))
    for (let attempt = 0; attempt < 8; attempt++) {
      await server.work()
      server.clock.advance(24 * 3_600_000)
    }
    receiver.answer(ok)
    const recover = (since: string, more = {}) => owner.post(`/webhooks/${hook.id}/recover`, { since, ...more })
    for (const wrong of ['', 'x', '-1', 'toString'])
      expect([wrong, (await recover(wrong)).status]).toEqual([wrong, 400])
    const givenUpAt = server.clock.now().getTime() - 24 * 3_600_000
    const hourAway = (hours: number) => new Date(givenUpAt + hours * 3_600_000).toISOString().slice(0, 16)
    const zone = 'America/St_Johns'
    for (const when of [{ at: hourAway(0) }, { at: hourAway(0), zone: 'Mars/North' }])
      expect([when, (await recover('time', when)).status]).toEqual([when, 400])
    for (const at of ['', 'soon']) {
      const undated = await recover('time', { at, zone: 'UTC' })
      const page = await undated.text()
      expect([at, undated.status, page.includes('<p id="at-problem"')]).toEqual([at, 422, true])
      expect(page).toMatch(/<option value="time" selected/)
    }
    const reloaded = await owner.get(`/webhooks/${hook.id}/recover`)
    expect(reloaded.headers.get('location')).toBe(`/webhooks/${hook.id}`)
    const none = '0 deliveries are sent again.'
    server.clock.advance(3_600_000)
    expect(await owner.follow(await recover('day'))).toContain(none)
    expect(await owner.follow(await recover('time', { at: hourAway(1), zone: 'UTC' }))).toContain(none)
    // The log keeps what was given up for as long as it is among the newest hundred.
    const sixWeeks = async () => {
      for (let week = 0; week < 6; week++) {
        server.clock.advance(7 * 24 * 3_600_000)
        await owner.get('/webhooks')
      }
    }
    await sixWeeks()
    expect(await owner.follow(await recover('week'))).toContain(none)
    // Half past three hours behind UTC.
    const before = new Date(givenUpAt - 3.5 * 3_600_000 - 60_000).toISOString().slice(0, 16)
    expect(await owner.follow(await recover('time', { at: before, zone }))).toContain('One delivery is sent again.')
    receiver.answer(answer(500))
    await server.work()
    receiver.answer(ok)
    await sixWeeks()
    expect(await owner.follow(await recover('all'))).toContain('One delivery is sent again.')
    await server.work()
    expect(await (await owner.get(`/webhooks/${hook.id}?tab=given_up`)).text()).toContain('Nothing here')
  })
})

describe('the API log', () => {
  test('a group of errors leads to its calls alone, and to what the code means', async () => {
    const owner = await signIn(server)
    const key = await server.key({ workspaceId: owner.workspaceId })
    const hook = (json: Record<string, unknown>) => server.call<{ code: string }>(key, 'POST', '/v1/hooks', { json })
    const wrong = await hook({ target_url: 'no address' })
    const unknown = await hook({ target_url: 'https://example.com/hook', events: ['nothing.happened'] })
    const codes = [wrong.body.code, unknown.body.code]
    expect(new Set(codes).size).toBe(2)
    // The groups are of the last 24 hours, the log of 30 days.
    server.clock.advance(25 * 3_600_000)
    await hook({ target_url: 'no address' })
    await hook({ target_url: 'https://example.com/hook', events: ['nothing.happened'] })
    const page = await (await owner.get('/log')).text()
    for (const [at, code] of codes.entries()) {
      expect(page).toContain(`href="/docs/errors#${code}"`)
      const [, link] = new RegExp(`href="(/log\\?[^"]*code=${code})"`).exec(page)!
      const shown = await (await owner.get(link!.replaceAll('&amp;', '&'))).text()
      const rows = shown.slice(shown.indexOf('<tbody'))
      expect([rows.includes(code), rows.includes(codes[1 - at]!), shown.includes('1 call')]).toEqual([
        true,
        false,
        true,
      ])
    }
  })

  test('is filtered, read by page, and names what an error means', async () => {
    const visit = await dashboardVisit(browser, server, { width: 375, height: 700, phone: true })
    const { page, workspaceId } = visit
    const key = await server.key({ workspaceId })
    const sent = await send(server, key, { signers: [{ email: 'a@example.com' }], send_emails: false, title: LONG })
    for (let n = 0; n < 55; n++) await server.call(key, 'GET', '/v1/me')
    await server.call(key, 'GET', '/v1/templates/x')

    await page.goto(`${server.url}/log`)
    await page.getByText('There is no such').or(page.getByText('404 not_found')).first().waitFor()
    await expectSound(visit)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByRole('link', { name: LONG }).waitFor()
    await page.getByText('POST /signing-requests').last().click()
    expect(await page.getByText(/curl --request POST/).isVisible()).toBe(true)
    await expectSound(visit)
    await page.getByLabel('Request id or document id').fill(sent.documentId)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**/log?find=*')
    // On a phone the head of a table is not shown.
    await expect.poll(() => page.getByRole('row').count()).toBe(1)
    await page.goto(`${server.url}/log?status=failed&key=${key.id}`)
    expect(await page.getByRole('row').count()).toBe(1)
    await visit.close()
  })

  test.each(['before=x', 'status=x', 'operation=x', 'key=x&find=x', 'method=TRACE', 'status=999'])(
    'shows a page for %s',
    async (query) => {
      const owner = await signIn(server)
      expect((await owner.get(`/log?${query}`)).status).toBe(200)
    },
  )
})

describe('who may', () => {
  let member: DashboardUser
  let hookId: string
  let keyId: string
  let stranger: DashboardUser
  const pages = () => ['/keys', '/webhooks', `/webhooks/${hookId}`, `/webhooks/${hookId}/check`, '/log']
  const owners = () => [
    '/keys/new',
    `/keys/${keyId}/edit`,
    `/keys/${keyId}/revoke`,
    '/webhooks/new',
    ...['edit', 'rotate', 'off', 'delete'].map((name) => `/webhooks/${hookId}/${name}`),
  ]
  const changes = () => [
    '/keys',
    `/keys/${keyId}/edit`,
    `/keys/${keyId}/revoke`,
    '/webhooks',
    ...['edit', 'rotate', 'off', 'on', 'delete'].map((name) => `/webhooks/${hookId}/${name}`),
  ]

  beforeAll(async () => {
    const { id: workspaceId } = await server.workspace()
    const key = await server.key({ workspaceId })
    keyId = key.id
    hookId = (await hooksOf(server, key).subscribe(receiver, '/d')).id
    member = await signIn(server, { workspaceId, role: 'member' })
    stranger = await signIn(server)
  })

  test('a member reads, and sees and does nothing that an owner decides', async () => {
    for (const path of pages()) {
      const page = await member.get(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(await page.text()).not.toMatch(/New key|Add a webhook|Rotate secret|Switch off|>Revoke<|>Edit</)
    }
    for (const path of owners()) expect([path, (await member.get(path)).status]).toEqual([path, 403])
    const fields = { name: 'x', target_url: `${receiver.url}/x`, which: 'every' }
    for (const path of changes()) expect([path, (await member.post(path, fields)).status]).toEqual([path, 403])
    expect((await member.post(`/webhooks/${hookId}/ping`)).status).toBe(303)
  })

  test('another workspace is not found', async () => {
    const own = pages().filter((path) => path.includes(hookId))
    for (const path of [...own, ...owners().filter((path) => path !== '/keys/new' && path !== '/webhooks/new')])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
    for (const name of ['edit', 'rotate', 'off', 'on', 'ping', 'example', 'recover', 'check', 'delete'])
      expect([name, (await stranger.post(`/webhooks/${hookId}/${name}`, { which: 'every' })).status]).toEqual([
        name,
        404,
      ])
    const page = `${server.url}/keys/${keyId}/edit`
    const refused = await stranger.post(`/keys/${keyId}/revoke`, undefined, { referer: page })
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringMatching(/href="\/keys">\s*Back to the list/),
    ])
    expect((await member.get(`/webhooks/${hookId}`)).status).toBe(200)
  })

  test('a form of another site changes nothing', async () => {
    const owner = await signIn(server)
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await owner.post('/keys', { name: 'x' }, foreign)).status).toBe(403)
    const text = { 'content-type': 'text/plain' }
    expect((await owner.post('/keys', { name: 'x' }, text)).status).toBe(415)
    expect(await (await owner.get('/keys')).text()).toContain('No key yet')
  })

  test('nobody without a session', async () => {
    for (const path of pages()) {
      const page = await fetch(server.url + path, { redirect: 'manual' })
      expect([page.status, page.headers.get('location')]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`])
    }
  })
})

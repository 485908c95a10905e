import type { Browser, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { isReadable, textOn } from '../../server/domain/colour.ts'
import { accentsOf } from '../../server/web/signing/look.ts'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { makePng } from '../support/ink.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, BOB, everyKind, openLink, send } from './story.ts'

const YELLOW = '#ffd400'
/** Grounds of signers' pages, by form: card, page, done, to do. */
const GROUNDS = {
  light: ['#ffffff', '#f1f3f6', '#e4f4ea', '#fff6d0'],
  dark: ['#161b26', '#0f131b', '#12301f', '#352a0d'],
}

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeEach(async () => {
  const { id } = await server.workspace({ name: 'Société Générale des Eaux de la Haute-Savoie' })
  key = await server.key({ workspaceId: id })
  await look({ brand_color: YELLOW, logo: makePng(160, 40, (x) => [200, x, 80, 255]), logo_type: 'image/png' })
})

const look = (to: { brand_color: string | null; logo?: Buffer | null; logo_type?: 'image/png' | null }) =>
  server.ctx.db.updateTable('workspaces').set(to).where('id', '=', key.workspaceId).execute()
const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name)
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const logoWidth = (page: Page) =>
  page.locator('img.logo').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })

describe('the colour', () => {
  test('of text and lines can be read on every ground, whatever it is', () => {
    const parts = ['00', '33', '66', '99', 'cc', 'ff']
    for (const r of parts) {
      for (const g of parts) {
        for (const b of parts) {
          const accents = accentsOf(`#${r}${g}${b}`)
          for (const form of ['light', 'dark'] as const) {
            const unreadable = GROUNDS[form].filter((ground) => !isReadable(accents[form], ground))
            expect([r + g + b, form, accents[form], unreadable]).toEqual([r + g + b, form, accents[form], []])
          }
        }
      }
    }
  })

  test('stays as it is where it can be read already', () => {
    expect(accentsOf('#1f4fd8').light).toBe('#1f4fd8')
    expect(accentsOf('#ffd400').dark).toBe('#ffd400')
  })

  test('is a style sheet that is kept for ever; nothing else is at such an address', async () => {
    const answer = await fetch(`${server.url}/look/ffd400.css`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toContain('--brand:#ffd400;--on-brand:#14181f;')
    for (const path of ['/look/FFD400.css', '/look/ffd4.css', '/look/ffd400', '/look/%7b%7d.css', '/look/']) {
      expect((await fetch(server.url + path)).status).toBe(404)
    }
  })
})

describe('the page of a signer', () => {
  test.each(['light', 'dark'] as const)('has logo and colour of the sender, on a phone, %s', async (scheme) => {
    const { signers } = await send(server, key, { fields: everyKind })
    const visited = await visit(browser, server.url, { width: 375, height: 740, phone: true })
    const { page } = visited
    await page.emulateMedia({ colorScheme: scheme })
    await openLink(page, signers[0]!.signingUrl)
    expect(await logoWidth(page)).toBe(160)
    await page.getByText('Société Générale des Eaux de la Haute-Savoie', { exact: true }).waitFor()
    expect(await style(page, '.primary', 'background-color')).toBe(rgb(YELLOW))
    expect(await style(page, '.primary', 'color')).toBe(rgb(textOn(YELLOW)))
    expect(await style(page, '.intro .link', 'color')).toBe(rgb(accentsOf(YELLOW)[scheme]))
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect([...visited.complaints, ...visited.foreign]).toEqual([])
  })

  test('has them before its code is entered, and when there is nothing to sign', async () => {
    const gate = { phone_e164: '+41791234567', require_sms_verification: true, sms_gate: 'before_view' }
    const { signers } = await send(server, key, { signers: [{ ...ADA, ...gate }, BOB] })
    const visited = await visit(browser, server.url, { width: 375, height: 740, phone: true })
    const { page } = visited
    for (const [signer, heading] of [
      [signers[0]!, 'Confirm your phone'],
      [signers[1]!, 'This request was withdrawn'],
    ] as const) {
      if (signer === signers[1]) {
        await server.call(key, 'POST', `/v1/signing-requests/${signer.signingRequestId}/withdraw`, { json: {} })
      }
      await page.goto(signer.signingUrl)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await logoWidth(page)).toBe(160)
      expect(await style(page, ':root', '--brand')).toBe(YELLOW)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
    expect([...visited.complaints, ...visited.foreign]).toEqual([])
  })

  test('has ours where the sender has none', async () => {
    await look({ brand_color: null, logo: null, logo_type: null })
    const { signers } = await send(server, key)
    const page = await (await fetch(signers[0]!.signingUrl)).text()
    expect(page).not.toMatch(/\/look\/|class="logo"/)
    expect(page).toContain('class="letter"')
    const { pathname } = new URL(signers[0]!.signingUrl)
    expect((await fetch(`${server.url}${pathname}/logo`)).status).toBe(404)
    expect((await fetch(`${server.url}/sign/nobody/logo`)).status).toBe(404)
  })

  test('in a frame is the same', async () => {
    const origin = 'https://shop.example'
    const { workspaceId } = key
    const own = await server.key({ workspaceId, embedOrigins: [origin] })
    const { signers } = await send(server, key)
    const json = { signing_request_id: signers[0]!.signingRequestId, origin, ttl_seconds: 300 }
    const { body } = await server.call<{ embed_url: string }>(own, 'POST', '/v1/embedded/sign-sessions', { json })
    const page = await (await fetch(body.embed_url)).text()
    expect(page).toContain('href="/look/ffd400.css"')
    const [, src = ''] = /<img class="logo" src="([^"]+)"/.exec(page) ?? []
    const logo = await fetch(new URL(src, body.embed_url))
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { operationsOf } from '../../server/openapi.ts'
import { callOf } from '../../server/samples/call.ts'
import { hasSamples, samplesOf } from '../../server/samples/languages.ts'
import { slugOf } from '../../server/web/docs/spec.ts'
import { visit } from '../support/browser.ts'
import { loadSpec } from '../support/contract.ts'
import type { TestServer } from '../support/server.ts'
import { unzipped } from '../support/unzip.ts'
import { textOf } from './html.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

const spec = loadSpec()

describe('a call of the reference', () => {
  test('is there in each language, and as a request of a Bruno collection', async () => {
    const pages = spec.tags.map(async ({ name }) => (await server.fetch(`/docs/api/${slugOf(name)}`)).text())
    const all = textOf((await Promise.all(pages)).join('\n'))
    const { apiUrl } = server.ctx.config
    const zip = await server.fetch('/countersign-bruno.zip')
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const files = unzipped(Buffer.from(await zip.arrayBuffer()))
    const text = (name: string) => String(files.get(name))
    expect(text('environments/Countersign.bru')).toContain(`  baseUrl: ${apiUrl}\n`)
    for (const place of operationsOf(spec).filter(hasSamples)) {
      const call = callOf(spec, place, apiUrl)
      for (const { source } of samplesOf(call)) expect(all).toContain(source)
      const request = text(`${place.operation.tags[0]}/${call.operationId}.bru`)
      const path = place.path.replaceAll(/\{(\w+)\}/g, ':$1')
      expect(request).toContain(`${place.method} {\n  url: {{baseUrl}}${path}\n`)
      for (const [name, value] of [...call.ids, ...call.headers]) expect(request).toContain(`\n  ${name}: ${value}\n`)
      const [, json] = /^body:json \{\n(.*)^\}/ms.exec(request) ?? []
      if (call.body && 'json' in call.body) expect(JSON.parse(json!)).toEqual(call.body.json)
    }
  })

  const shown = (page: Page, id: string, language: string) =>
    page.getByRole('region', { name: `${id}: ${language}`, exact: true }).isVisible()

  test('is in the language that a reader chooses by keyboard, without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${server.url}/docs/api/hooks`)
    const choices = page.getByRole('group', { name: 'Language of createHook' })
    await choices.getByRole('radio', { name: 'curl' }).focus()
    for (const _ of ['TypeScript', 'Python']) await page.keyboard.press('ArrowRight')
    expect([await shown(page, 'createHook', 'Python'), await shown(page, 'createHook', 'curl')]).toEqual([true, false])
    await context.close()
  })

  test('stays in that language, on the whole page and the next', async () => {
    const { page, close } = await visit(browser, server.url, { width: 1280, height: 800 })
    await page.goto(`${server.url}/docs/api/hooks`)
    await page.getByRole('group', { name: 'Language of createHook' }).getByText('PHP').click()
    expect([await shown(page, 'listHooks', 'PHP'), await shown(page, 'listHooks', 'curl')]).toEqual([true, false])
    await page.goto(`${server.url}/docs/api/events`)
    await page.getByRole('region', { name: 'listEvents: PHP' }).waitFor()
    expect(await shown(page, 'listEvents', 'curl')).toBe(false)
    await close()
  })
})

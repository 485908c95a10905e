import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { errorCodes, operations } from '../../server/generated/operations.ts'
import { codeBlocks } from '../../server/web/docs/markdown.tsx'
import { readRecordings } from '../../server/web/docs/recorded.ts'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { loadSpec } from '../support/contract.ts'
import { isFullSize, sized } from '../support/full-size.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { textOf } from './html.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const spec = loadSpec()
/** The only page that no link leads to. */
const SEARCH = '/docs/search?q=hook'
/** In `npm test` axe looks at a page of each kind on a phone, and at what lies beside the text on a desktop. */
const VIEWS = [
  {
    ...{ view: 'a phone', width: 375, height: 740, phone: true, dark: false },
    part: [
      ...['/docs', '/docs/webhooks', '/docs/errors', '/docs/api/embedded-signing', '/docs/events'],
      ...['/docs/events/document.completed', '/changelog', SEARCH],
    ],
  },
  {
    ...{ view: 'a desktop, dark', width: 1280, height: 800, phone: false, dark: true },
    part: ['/docs/webhooks', '/docs/api/embedded-signing'],
  },
]

/** The paths that links on a page lead to, those of this server only. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!.replace(server.ctx.config.publicUrl, ''))
}

let known: Promise<Map<string, string>> | undefined

/** Every page of the docs, by following links from the first. */
function pages(): Promise<Map<string, string>> {
  known ??= crawl()
  return known
}

async function crawl(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const open = ['/docs']; open.length > 0; ) {
    const path = open.pop()!
    if (found.has(path)) continue
    const answer = await server.fetch(path)
    expect([path, answer.status]).toEqual([path, 200])
    const html = await answer.text()
    found.set(path, html)
    open.push(
      ...linksOf(html).flatMap((href) =>
        /^\/(docs|changelog)/.test(href) && !href.endsWith('.md') ? [href.split('#')[0]!] : [],
      ),
    )
  }
  return found
}

/** What is not placed below or beside what comes before it, texts for screen readers aside. */
const outOfFlow = (page: Page): Promise<string[]> =>
  page
    .locator('main :not(.hidden-text)')
    .evaluateAll((elements) =>
      elements.flatMap((one) =>
        ['absolute', 'fixed'].includes(getComputedStyle(one).position) ? [one.outerHTML.slice(0, 80)] : [],
      ),
    )

/** Leaves the first of many like sections: errors, releases, operations. */
const shorten = (page: Page): Promise<void> =>
  page.locator('main section:nth-of-type(n+4)').evaluateAll((sections) => {
    for (const section of sections) section.remove()
  })

describe('an error', () => {
  test('carries the address of the page of its code', async () => {
    const { body } = await server.call<{ code: string; doc_url: string }>(key, 'GET', '/v1/documents/nothing')
    expect(body.doc_url).toBe(`${server.ctx.config.publicUrl}/docs/errors#not_found`)
    const nobody = await server.call<{ doc_url: string }>(null, 'GET', '/v1/me')
    expect(nobody.body.doc_url).toBe(`${server.ctx.config.publicUrl}/docs/errors#invalid_key`)
    const nowhere = await server.call<{ doc_url: string }>(null, 'GET', '/v1/nothing')
    expect(nowhere.body.doc_url).toMatch(/#not_found$/)
  })

  test('of a page for signers does not: they are no developers', async () => {
    const answer = await server.call<Record<string, unknown>>(null, 'POST', '/sign/nothing/viewed', { json: {} })
    expect(answer.body).toMatchObject({ code: expect.any(String) })
    expect(answer.body).not.toHaveProperty('doc_url')
  })

  test('has its place, with cause, fix, and a call that got it', async () => {
    const html = await (await server.fetch('/docs/errors')).text()
    const text = await (await server.fetch('/docs/errors.md')).text()
    for (const code of Object.keys(errorCodes)) {
      const section = html.split(`<h2 id="${code}">`)[1]?.split('</section>\n')[0] ?? ''
      expect([code, section.includes('What to do.'), section.includes('&quot;doc_url&quot;')]).toEqual([
        code,
        true,
        true,
      ])
      expect(text).toContain(`## ${code}\n`)
    }
    for (const { code, notes = [], before, request, response } of readRecordings()) {
      const section = textOf(html.split(`<h2 id="${code}">`)[1]!.split('<h2 ')[0]!)
      const entry = text.split(`## ${code}\n`)[1]!.split('\n## ')[0]!
      const path = request.path.replace(/^(\/api)?\/v1/, '')
      const address = `${server.ctx.config.apiUrl}${path}`
      expect([code, section.includes(address), entry.includes(address)]).toEqual([code, true, true])
      const led = [...notes, ...(before ? [`First, answered with ${before.status}:`] : [])]
      for (const shown of [section, entry]) {
        expect(shown).toContain(`Response: ${response.status} `)
        for (const line of led) expect(shown).toContain(`# ${line}\n`)
      }
      expect([section, entry].join()).not.toContain('cs_live_')
    }
  })
})

describe('the docs', () => {
  test('have every operation, with its parameters and codes, and every event', async () => {
    const all = [...(await pages()).values()].join('\n')
    const ids = [...Object.keys(operations), ...Object.keys(spec.webhooks)]
    expect(ids.filter((id) => !all.includes(`id="${id}"`))).toEqual([])
    const names = Object.keys(spec.components.schemas.SignerInput!.properties!)
    for (const name of names) expect(all).toContain(`<code class="key">${name}</code>`)
  })

  test('lead nowhere that does not exist', async () => {
    const found = await pages()
    const wrong: string[] = []
    for (const [path, html] of found) {
      for (const href of new Set(linksOf(html))) {
        const [target = '', fragment] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#')
        if (!target.startsWith('/')) wrong.push(`${path}: ${href}`)
        else if (fragment !== undefined && !found.get(target)?.includes(`id="${fragment}"`))
          wrong.push(`${path}: ${href}`)
        else if (!found.has(target) && (await server.fetch(target)).status !== 200) wrong.push(`${path}: ${href}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('are the one reference: the address of the former one leads there', async () => {
    const answer = await server.fetch('/docs/console', { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/docs#operations'])
    expect((await pages()).get('/docs')).toContain('id="operations"')
  })

  test('show the addresses of this server', async () => {
    const all = [...(await pages()).values()].join('\n')
    expect(all).toContain(`${server.ctx.config.apiUrl}/signing-requests`)
    expect(all).not.toContain('sign.example.com/v1')
  })

  test('are searched: guides, operations, keys, events, codes, settings and commands', async () => {
    const first = async (query: string) => {
      const html = await (await server.fetch(`/docs/search?q=${encodeURIComponent(query)}`)).text()
      return linksOf(html.split('<h1>Search</h1>')[1]!.split('</main>')[0]!)
    }
    expect(await first('rotate the secret')).toContain('/docs/webhooks#rotate-the-secret')
    expect((await first('SIGNER_HAS_NO_ANCHOR'))[0]).toBe('/docs/errors#signer_has_no_anchor')
    expect((await first('document.completed'))[0]).toBe('/docs/events/document.completed')
    expect((await first('RENEWAL_DAYS'))[0]).toBe('/docs/settings#renewal_days')
    expect((await first('countersign listen'))[0]).toBe('/docs/cli#countersign-listen')
    expect((await first('dangerouslyAllowBrowser'))[0]).toBe('/docs/sdk#client')
    expect(await first('observer_emails')).toContain('/docs/api/signing-requests#createSigningRequest')
    const found = await pages()
    expect(await first('How do I rotate the secret?')).toContain('/docs/webhooks#rotate-the-secret')
    expect(await first('minimal payloads, pings')).toContain('/changelog#2026-10-02')
    for (const word of ['signature', 'webhook', 'pdf', 'template', 'backup'])
      for (const href of await first(word)) {
        const [path = '', id] = href.split('#')
        expect([href, id === undefined || found.get(path)?.includes(`id="${id}"`)]).toEqual([href, true])
      }
  })

  test.each([
    '',
    '   ',
    '<script>alert(1)</script>',
    '.*+?^$()|[]{}\\',
    '署名',
    'x'.repeat(5000),
    '\u0000',
    'a b c d e f g h i j k',
  ])('are searched for anything: %j', async (query) => {
    const answer = await server.fetch(`/docs/search?q=${encodeURIComponent(query)}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('<script>alert')
  })

  test('are listed for programs, as Markdown', async () => {
    const text = await (await server.fetch('/llms.txt')).text()
    expect(text).toMatch(/^# /)
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => new URL(url!).pathname)
    expect(targets).toEqual(
      expect.arrayContaining(['/docs/quickstart.md', '/docs/api/hooks.md', '/docs/events/document.completed.md']),
    )
    for (const path of targets) expect([path, (await server.fetch(path)).status]).toEqual([path, 200])
  })
})

describe('every page', () => {
  test('gives each of its landmarks a name of its own', async () => {
    for (const [path, html] of await pages()) {
      const names = [...html.matchAll(/<section [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name!)
      expect([path, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([path, []])
    }
  })

  test('is there as Markdown too, with its codes, keys and events', async () => {
    for (const [path, html] of await pages()) {
      const answer = await server.fetch(`${path}.md`)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        ...[path, 200],
        'text/markdown; charset=utf-8',
      ])
      const text = await answer.text()
      expect(text).toMatch(/^# /)
      expect(text).not.toMatch(/undefined|\[object/)
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"`)
      const keys = [...html.matchAll(/<code class="key">([^<]+)</g)].map(([, key]) => key!)
      expect([path, keys.filter((key) => !text.includes(`\`${key}\``))]).toEqual([path, []])
    }
  })

  test('are there at once and by negotiation for programs, with a map and a skill', async () => {
    const full = await (await server.fetch('/llms-full.txt')).text()
    for (const title of ['# Testing', '# Webhooks', 'POST /signing-requests', 'events_expired'])
      expect(full).toContain(title)
    const asked = await server.fetch('/docs/testing', { headers: { Accept: 'text/markdown, */*;q=0.1' } })
    expect([asked.headers.get('content-type'), asked.headers.get('vary')]).toEqual([
      'text/markdown; charset=utf-8',
      'Accept, Accept-Encoding',
    ])
    expect(await asked.text()).toBe(await (await server.fetch('/docs/testing.md')).text())
    const map = await (await server.fetch('/sitemap.xml')).text()
    const pages = [...map.matchAll(/<loc>[^<]*?(\/(?:docs|changelog)[^<]*)</g)].map(([, path]) => path!)
    expect(pages.length).toBeGreaterThan(20)
    for (const path of pages) expect([path, (await server.fetch(path)).status]).toEqual([path, 200])
    const index = (await (await server.fetch('/.well-known/agent-skills/index.json')).json()) as {
      skills: { url: string; digest: string }[]
    }
    const skill = await (await server.fetch(index.skills[0]!.url)).text()
    expect(index.skills[0]!.digest).toBe(`sha256:${createHash('sha256').update(skill).digest('hex')}`)
    expect(skill).toMatch(/^---\nname: countersign\n/)
  })

  test('may be found by search engines; signing links and the dashboard may not', async () => {
    for (const [path, html] of await pages()) {
      expect([path, html.includes('noindex'), /<meta name="description" content="[^"]{10,}"/.test(html)]).toEqual([
        ...[path, false],
        true,
      ])
    }
    const robots = await (await server.fetch('/robots.txt')).text()
    expect(robots).toMatch(/^User-agent: \*\n/)
    for (const path of ['/docs', '/changelog', '/openapi']) expect(robots).toContain(`Allow: ${path}\n`)
    expect(robots).toContain('Disallow: /\n')
    expect(await (await server.fetch('/sign-in')).text()).toContain('noindex')
  })

  test('that does not exist says so, and where to search', async () => {
    const answer = await server.fetch('/docs/nothing')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('There is no such page')
    expect(html).toContain('action="/docs/search"')
    expect(html).toContain('noindex')
    expect((await server.fetch('/docs/', { redirect: 'manual' })).headers.get('location')).toBe('/docs')
  })
})

describe('code', () => {
  test('has colours from the server, as it is written, without a style of its own', async () => {
    const found = await pages()
    const quickstart = found.get('/docs/quickstart')!
    const errors = found.get('/docs/errors')!
    expect(errors).toContain('<span class="c-attr">&quot;code&quot;</span>')
    expect(errors).toMatch(/curl .+\n.+<span class="c-string">&quot;Authorization: Bearer/)
    expect(found.get('/docs/webhooks')).toContain('<span class="c-keyword">import</span>')
    for (const html of found.values()) expect(html).not.toMatch(/ style=|hljs/)
    // Without the colours, it is what a reader copies.
    const shown = [...quickstart.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, code]) => textOf(code!))
    const written = codeBlocks(await (await server.fetch('/docs/quickstart.md')).text()).map(({ code }) => code)
    expect(shown).toEqual(written)
  })

  test('is copied by a button, which says so; without a script there is none', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${server.url}/docs/errors#invalid_key`)
    // What it says stays until the clock is moved.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const button = page.getByRole('button', { name: 'Copy Request that got invalid_key 401', exact: true })
    await button.click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: 'Copied Request that got invalid_key 401' }).count()).toBe(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl ${server.ctx.config.apiUrl}/me`)
    await page.clock.runFor(5000)
    expect(await button.count()).toBe(1)
    await context.close()
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(`${server.url}/docs/errors`)
    expect(await still.getByRole('button').count()).toBe(0)
    await plain.close()
  })
})

describe('a page', () => {
  test('lists what is on it, marks where the reader is, and leads on', async () => {
    const found = await pages()
    const outline = (path: string) => found.get(path)!.split('aria-label="On this page"')[1]?.split('</nav>')[0]
    expect(outline('/docs/webhooks')).toContain('<a href="#rotate-the-secret">Rotate the secret</a>')
    expect(outline('/docs/api/hooks')).toContain('href="#createHook"')
    expect(outline('/docs/errors')).toBeUndefined()
    expect(found.get('/docs/webhooks')).toContain('<a href="/docs/webhooks" aria-current="page">')
    expect(found.get('/docs/events/document.completed')).toContain('<a href="/docs/events" aria-current="true">')
    expect(found.get('/docs')).toContain('<a rel="next" href="/docs/quickstart">')
    expect(found.get('/docs/quickstart')).toContain('<a rel="prev" href="/docs">')
    for (const [path, html] of found) expect(html).toContain(`<a href="${path}.md">`)
  })
})

describe('the reference', () => {
  /** Where the text of an operation and its code are. */
  const places = async (page: Page) => {
    const section = page.locator('section[aria-labelledby="createHook"]')
    const [text, code] = await Promise.all([
      section.getByRole('heading', { name: 'Subscribe' }).boundingBox(),
      section.getByRole('region', { name: 'createHook: curl' }).boundingBox(),
    ])
    return { text: text!, code: code! }
  }

  test('has code beside the text where there is room, and the headings of the page in the contents', async () => {
    const { page, close } = await visit(browser, server.url, { width: 1280, height: 800 })
    for (const [width, beside] of [
      [1100, true],
      [1099, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${server.url}/docs/api/hooks#createHook`)
      const { text, code } = await places(page)
      expect([width, code.x > text.x + text.width, code.y > text.y + 100]).toEqual([width, beside, !beside])
    }
    expect(await page.getByRole('navigation', { name: 'On this page' }).isVisible()).toBe(false)
    const contents = page.getByRole('navigation', { name: 'All pages' })
    await contents.getByRole('link', { name: 'Rotate the secret' }).click()
    expect(new URL(page.url()).hash).toBe('#rotateHookSecret')
    await close()
  })

  test.each(['/docs/api/hooks', '/docs/webhooks'])('%s has its outline below the title on a phone', async (path) => {
    const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
    await page.goto(server.url + path)
    const outline = page.getByRole('navigation', { name: 'On this page' })
    const link = outline.getByRole('link', { name: 'Rotate the secret' })
    expect(await link.isVisible()).toBe(false)
    await outline.getByText('On this page').tap()
    await link.tap()
    expect(new URL(page.url()).hash).toMatch(/^#rotate/)
    await close()
  })
})

describe('the changelog', () => {
  test('has every change of every release', async () => {
    const html = await (await server.fetch('/changelog')).text()
    const { entries } = (await (await server.fetch('/api-changelog.json')).json()) as {
      entries: { date: string; openapi: string; changes: { id: string }[] }[]
    }
    expect(entries.length).toBeGreaterThan(5)
    for (const { date, openapi, changes } of entries) {
      expect(html).toContain(`id="${date}"`)
      expect(html).toContain(`href="${openapi}"`)
      for (const { id } of changes) expect(html).toContain(`<li id="${id}">`)
    }
  })
})

describe.each(VIEWS)('on $view', ({ dark, part, ...size }) => {
  test('every page is accessible, fits, has nothing that lies on something else, and asks nobody else', async () => {
    const { page, complaints, foreign, close } = await visit(browser, server.url, size)
    if (dark) await page.emulateMedia({ colorScheme: 'dark' })
    const all = [...(await pages()).keys(), SEARCH]
    // What lies below /docs/api and /docs/events is made from data; only a phone is narrow.
    const written = size.phone ? all.filter((path) => /^\/docs\/[^/?]+$/.test(path)) : []
    for (const path of sized([...new Set([...written, ...part])], all)) {
      await page.goto(server.url + path)
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
      expect([path, await outOfFlow(page)]).toEqual([path, []])
      if (!isFullSize() && !part.includes(path)) continue
      if (!isFullSize()) await shorten(page)
      expect([path, await axeViolations(page)]).toEqual([path, []])
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
    }
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
    await close()
  })
})

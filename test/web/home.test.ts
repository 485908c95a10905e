import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

describe('the root page', () => {
  test('leads developers, people of a workspace and operators on', async () => {
    const html = await (await server.fetch('/')).text()
    const targets = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
    expect(targets).toEqual(
      expect.arrayContaining([
        '/docs/quickstart',
        '/docs',
        '/docs/api/signing-requests',
        '/changelog',
        '/sign-in',
        '/dev/outbox',
        '/openapi.json',
        '/health/ready',
      ]),
    )
    expect(html).toContain('Open the link in your mail.')
  })

  test('shows a call that sends a document, to the address of this server', async () => {
    const { page, foreign, complaints, close } = await visit(browser, server.url)
    await page.goto(server.url)
    const call = (await page.locator('pre').textContent())!
    expect(call).toContain(`curl ${server.ctx.config.apiUrl}/signing-requests`)
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
    await close()
    const folder = await mkdtemp(join(tmpdir(), 'home-'))
    await writeFile(join(folder, 'lease.pdf'), makePdf())
    const here = call.replace(server.ctx.config.apiUrl, `${server.url}/v1`)
    const { stdout } = await promisify(execFile)('sh', ['-c', here], {
      cwd: folder,
      env: { ...process.env, KEY: key.key },
    })
    expect(JSON.parse(stdout)).toMatchObject({
      documentId: expect.any(String),
      signers: [{ email: 'ada@example.com' }],
    })
    await rm(folder, { recursive: true })
  })

  test('has its headings in order, one inside the other', async () => {
    const html = await (await server.fetch('/')).text()
    expect([...html.matchAll(/<h(\d)/g)].map(([, level]) => level).join('')).toBe('122333')
  })
})

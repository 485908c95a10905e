import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signWebhook } from '../sdk/src/index.ts'
import { verifyPdf } from '../sdk/src/verify/index.ts'
import { startWorker } from '../server/jobs/index.ts'
import { closeProfiles, sharedBrowser } from './support/browser.ts'
import { readDocument, Signer, send } from './support/flow.ts'
import { freePort } from './support/free-port.ts'
import { makePdf, textAt } from './support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from './support/server.ts'
import { installServerPackage } from './support/server-package.ts'

const examples = resolve(import.meta.dirname, '../examples')
const ADA = 'ada@example.com'
const GRACE = 'grace@example.com'
/** Past the first retry; receivers read the real time, and allow five minutes in all. */
const RETRY_MS = 75_000
/** A bound for what hangs; it takes a few seconds. */
const CI_TIMEOUT_MS = 300_000

let server: TestServer
let key: TestKey
let folder: string
let pdf: string

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  pdf = join(folder, 'lease.pdf')
  const markers = ['[[ls:signature:tenant]]', '[[ls:signature:landlord]]']
  await writeFile(pdf, makePdf({ content: markers.map((marker, i) => textAt(72, 700 - 100 * i, marker)).join('') }))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** As the example's README runs it. */
function command(name: string, ...args: string[]): string[] {
  return ['--import', 'tsx', join(examples, name, 'index.ts'), ...args]
}

function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TSX_TSCONFIG_PATH: join(examples, 'tsconfig.json'),
    COUNTERSIGN_API_KEY: key.key,
    COUNTERSIGN_BASE_URL: `${server.ctx.config.apiUrl.replace('localhost', '127.0.0.1')}`,
    ...extra,
  }
}

/** Runs the example to its end; throws with its output when it fails. */
function run(name: string, ...args: string[]): Promise<string> {
  return new Promise((done, reject) =>
    execFile(process.execPath, command(name, ...args), { env: environment() }, (error, stdout, stderr) =>
      error ? reject(new Error(`${name}: ${error.message}\n${stderr}`)) : done(stdout),
    ),
  )
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}'
const idIn = (output: string) => new RegExp(UUID).exec(output)![0]

describe('every example', () => {
  it('type-checks as it stands, with the SDK under its own name', () => {
    const compiler = resolve(import.meta.dirname, '../node_modules/typescript-7/bin/tsc')
    return new Promise<void>((done) =>
      execFile(process.execPath, [compiler, '-p', examples], (error, stdout) => {
        expect({ failed: error !== null, stdout }).toEqual({ failed: false, stdout: '' })
        done()
      }),
    )
  })

  it('is run by a test below and has a README of three lines', async () => {
    const source = await readFile(import.meta.filename, 'utf8')
    // `self-host` has settings of other programs, and no program of its own.
    const folders = (await readdir(examples, { withFileTypes: true })).filter(
      (entry) => entry.isDirectory() && entry.name !== 'self-host',
    )
    for (const { name } of folders) {
      expect(source).toMatch(new RegExp(`(run|command|route|describe)\\('${name}'`))
      const readme = await readFile(join(examples, name, 'README.md'), 'utf8')
      expect(readme.split('\n').filter((line) => line !== '')).toHaveLength(3)
    }
  })

  it('send-pdf', async () => {
    const plain = join(folder, 'plain.pdf')
    await writeFile(plain, makePdf())
    const output = await run('send-pdf', plain, ADA)
    const document = await readDocument(server, key, idIn(output))
    expect(document.signers.map(({ email }) => email)).toEqual([ADA])
    expect(output).toContain(`${ADA} signs at ${document.signers[0]!.signingUrl}`)
  })

  it('send-with-anchors', async () => {
    const output = await run('send-with-anchors', pdf, ADA, GRACE)
    expect(output.split('\n').slice(0, 2)).toEqual(['page 1: signature of tenant', 'page 1: signature of landlord'])
    const document = await readDocument(server, key, idIn(output))
    expect(document).toMatchObject({ placement: 'anchors', metadata: { order: '7731' }, filename: 'lease.pdf' })
  })

  it('explicit-fields', async () => {
    const output = await run('explicit-fields', pdf, ADA)
    expect(output).toContain('with 3 fields')
    expect((await readDocument(server, key, idIn(output))).placement).toBe('explicit')
  })

  it('sequential-two-signers', async () => {
    const output = await run('sequential-two-signers', pdf, ADA, GRACE)
    expect(output).toContain(`1. ${ADA}: pending\n2. ${GRACE}: queued`)
    expect((await readDocument(server, key, idIn(output))).signingMode).toBe('sequential')
  })

  it('sms-verified', async () => {
    const plain = join(folder, 'plain.pdf')
    await writeFile(plain, makePdf())
    const output = await run('sms-verified', plain, ADA, '+41791234567')
    expect(output).toContain('+41*******67: not verified yet')
    const document = await readDocument(server, key, idIn(output))
    const { signingUrl } = document.signers[0]!
    expect(output).toContain(`${ADA} signs AES at ${signingUrl}`)
    const signer = new Signer(server, signingUrl!)
    expect((await signer.call('GET', 'document.pdf')).status).toBe(403)
    await signer.verifyPhone(server)
    expect((await signer.sign()).status).toBe(200)
    await server.work()
    expect(await readDocument(server, key, document.id)).toMatchObject({ status: 'signed', signatureLevel: 'aes' })
  })

  it('store-signed-copy', async () => {
    const created = await send(server, key, { signers: [{ email: ADA, name: 'Ada Lovelace' }] })
    const { documentId, signers } = created
    await expect(run('store-signed-copy', documentId, folder)).rejects.toThrow('there is no signed copy yet')
    await sign(signers[0]!.signingUrl)
    await run('store-signed-copy', documentId, join(folder, 'kept'))
    expect((await readdir(join(folder, 'kept'))).sort()).toEqual([`${documentId}.audit.pdf`, `${documentId}.pdf`])
    expect((await verifyPdf(await readFile(join(folder, 'kept', `${documentId}.pdf`)))).ok).toBe(true)
  })

  it('embedded-frame', async () => {
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const own = await server.key({ embedOrigins: [site] })
    const env = environment({ PORT: String(port), COUNTERSIGN_API_KEY: own.key })
    const host = spawn(process.execPath, command('embedded-frame', pdf, site), {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const browser = await sharedBrowser()
    try {
      await lines(host)('Listening at')
      const page = await browser.newPage()
      await page.goto(site)
      await page.frameLocator('iframe').locator('h1').first().waitFor()
      const minted = await fetch(`${site}/sessions`, { method: 'POST' })
      const { embed_url } = (await minted.json()) as { embed_url: string }
      expect((await new Signer(server, embed_url).sign()).status).toBe(200)
      // The frame tells the page around it, also over http on one machine; the page takes it away before it is loaded.
      await page
        .locator('iframe')
        .evaluate((frame: HTMLIFrameElement, url) => frame.setAttribute('src', url), embed_url)
      await page.getByText('Thank you, you have signed.').waitFor()
      const again = await fetch(`${site}/sessions`, { method: 'POST' })
      expect([again.status, await again.json()]).toEqual([409, { code: 'request_not_signable', state: 'signed' }])
      await page.reload()
      await page.getByText('You have already signed.').waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
    } finally {
      await closeProfiles(browser)
      host.kill()
      await once(host, 'exit')
    }
  })

  describe('ci-sandbox', () => {
    /** Runs `npm test` of the sample repository, in a folder outside the clone. @returns what the test runner reports */
    const ci = async (project: string, settings: NodeJS.ProcessEnv): Promise<string> => {
      const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
        scripts: { test: string }
      }
      const [program, ...args] = scripts.test.split(' ')
      expect(program).toBe('node')
      const { NODE_OPTIONS: _, VITEST: __, ...env } = { ...environment(), ...settings }
      const options = { cwd: project, env, timeout: CI_TIMEOUT_MS }
      return new Promise((done) =>
        execFile(process.execPath, ['--test-reporter=tap', ...args], options, (_, out, err) => done(out + err)),
      )
    }
    const counts = (output: string) =>
      Object.fromEntries(
        [...output.matchAll(/^# (pass|fail|skipped) (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
      )
    let project: string
    beforeAll(async () => {
      project = await mkdtemp(join(tmpdir(), 'countersign-test-'))
      await cp(join(examples, 'ci-sandbox'), project, { recursive: true })
      await installServerPackage(project)
    })
    afterAll(() => rm(project, { recursive: true, force: true }))

    it('passes in a server of its own', async () => {
      const output = await ci(project, { COUNTERSIGN_API_KEY: undefined, COUNTERSIGN_BASE_URL: undefined })
      expect(counts(output), output).toEqual({ pass: 4, fail: 0, skipped: 0 })
    })

    it('passes in a sandbox of a shared server, which it deletes', async () => {
      const jobs = await startWorker(server.ctx)
      try {
        const output = await ci(project, {})
        expect(counts(output), output).toEqual({ pass: 3, fail: 0, skipped: 1 })
      } finally {
        await jobs.stop()
      }
      expect((await server.call(key, 'GET', '/v1/sandboxes')).body).toEqual({ sandboxes: [] })
    })
  })

  it('webhook-receiver-hono', async () => {
    const { documentId, sha256 } = await receive(
      command('webhook-receiver-hono', join(folder, 'hono')),
      join(folder, 'hono'),
      (id, sha256) => `${id} is complete: ${sha256}`,
    )
    expect([documentId, sha256]).toEqual([expect.any(String), expect.any(String)])
  })

  it('webhook-receiver-express', async () => {
    const kept = join(folder, 'received')
    const { documentId, sha256 } = await receive(
      command('webhook-receiver-express', kept),
      join(kept, 'events'),
      (id, sha256) => `${id} is kept: ${sha256}`,
    )
    expect((await readdir(kept)).sort()).toEqual([`${documentId}.audit.pdf`, `${documentId}.pdf`, 'events'].sort())
    expect(
      createHash('sha256')
        .update(await readFile(join(kept, `${documentId}.pdf`)))
        .digest('hex'),
    ).toBe(sha256)
  })

  it('webhook-receiver-nextjs', async () => {
    const POST = await route('webhook-receiver-nextjs')
    const statuses: number[] = []
    const inbox = join(folder, 'nextjs')
    await writeFile(inbox, 'a file where the folder should be')
    const receiver = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
      const answer = await POST(
        new Request('http://localhost/webhooks', { method: 'POST', headers, body: Buffer.concat(chunks) }),
      )
      statuses.push(answer.status)
      outgoing.writeHead(answer.status).end(await answer.text())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`
    const created = await send(server, key, { signers: [{ email: ADA, name: 'Ada Lovelace' }], callback_url })
    vi.stubEnv('COUNTERSIGN_WEBHOOK_SECRET', created.callback!.secret)
    vi.stubEnv('EVENTS_DIRECTORY', inbox)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
    await sign(created.signers[0]!.signingUrl)
    expect(new Set(statuses.splice(0))).toEqual(new Set([500]))
    expect(printed).not.toHaveBeenCalled()
    await rm(inbox)
    server.clock.advance(RETRY_MS)
    await server.work()
    expect(new Set(statuses)).toEqual(new Set([204]))
    const { signedSha256 } = await readDocument(server, key, created.documentId)
    const handled = `${created.documentId} is complete: ${signedSha256}`
    expect(await repeated(callback_url, created.callback!.secret, inbox)).toBe(204)
    expect(printed.mock.calls.filter(([text]) => text === handled)).toHaveLength(1)
    expect((await fetch(callback_url, forged)).status).toBe(400)
    receiver.close()
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
})

const forged = { method: 'POST', body: '{}', headers: { 'X-Service-Signature': 't=1,v1=0' } }

/**
 * Runs a receiver for the webhooks of a document that is signed, until it prints what `done` says. Its inbox cannot be
 * written to when the first delivery comes; one that it has handled comes again.
 */
async function receive(program: string[], inbox: string, done: (documentId: string, sha256: string) => string) {
  const port = await freePort()
  const callback_url = `http://127.0.0.1:${port}/webhooks`
  const created = await send(server, key, { signers: [{ email: ADA, name: 'Ada Lovelace' }], callback_url })
  const env = environment({ PORT: String(port), COUNTERSIGN_WEBHOOK_SECRET: created.callback!.secret })
  const receiver = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const printed = lines(receiver)
  try {
    await printed('Listening at')
    expect(
      (await fetch(callback_url, { ...forged, headers: { ...forged.headers, 'Content-Type': 'application/json' } }))
        .status,
    ).toBe(400)
    await block(inbox)
    await sign(created.signers[0]!.signingUrl)
    const { signedSha256 } = await readDocument(server, key, created.documentId)
    await rm(inbox, { recursive: true, force: true })
    server.clock.advance(RETRY_MS)
    await server.work()
    const handled = done(created.documentId, signedSha256!)
    await printed(handled)
    expect(await repeated(callback_url, created.callback!.secret, inbox)).toBe(204)
    expect(printed.count(handled)).toBe(1)
    return { documentId: created.documentId, sha256: signedSha256! }
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
  }
}

/** Puts a file where the folder should be, which a receiver that has just started may still be making. */
async function block(inbox: string): Promise<void> {
  await rm(inbox, { recursive: true, force: true })
  await writeFile(inbox, '').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR') throw error
    return block(inbox)
  })
}

/** Delivers the saved `document.completed` again. */
async function repeated(url: string, secret: string, inbox: string): Promise<number> {
  const names = (await readdir(inbox)).filter((name) => name.endsWith('.json'))
  const bodies = await Promise.all(names.map((name) => readFile(join(inbox, name), 'utf8')))
  const body = bodies.find((text) => text.includes('"document.completed"'))!
  const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': await signWebhook(body, secret) }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

/** The handler that Next.js would call. */
async function route(name: string): Promise<(request: Request) => Promise<Response>> {
  const module: { POST(request: Request): Promise<Response> } = await import(
    join(examples, name, 'app/webhooks/route.ts')
  )
  return module.POST
}

async function sign(signingUrl: string): Promise<void> {
  const signer = new Signer(server, signingUrl)
  await signer.view()
  expect((await signer.sign()).status).toBe(200)
  await server.work()
}

/** Resolves when the process has printed the text; `count` says how often it has. */
function lines(child: ChildProcess) {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const printed = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`the example ended with ${child.exitCode}: ${output}`)
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
    }
  }
  return Object.assign(printed, { count: (text: string) => output.split(text).length - 1 })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Countersign } from '../sdk/src/index.ts'
import { verifyPdf } from '../sdk/src/verify/index.ts'
import { installBuiltSdk } from './support/built-sdk.ts'
import { compileWithSdk } from './support/compile.ts'
import { Signer } from './support/flow.ts'
import { freePort } from './support/free-port.ts'
import { blocksOf, pagesOfRepository, readPage } from './support/pages.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'
import { openTerminal, type Terminal } from './support/terminal.ts'
import { tool } from './support/tools.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(() => terminal.close())

it('the TypeScript of the guides compiles strictly against the SDK', async () => {
  const files: Record<string, string> = {}
  for (const page of pagesOfRepository().filter((path) => path.startsWith('spec/guides/'))) {
    const code = blocksOf(page).filter(({ info }) => /^ts\b/.test(info) && info !== 'ts error')
    for (const [index, block] of code.entries())
      files[`${page.split('/').at(-1)!.slice(0, -3)}-${index}.ts`] = block.code
  }
  expect(Object.keys(files).length).toBeGreaterThan(4)
  expect(await compileWithSdk(join(terminal.folder, 'guides'), files)).toBe('')
})

describe.skipIf(!tool('bash') || !tool('curl'))('the quickstart', () => {
  const page = readPage('spec/guides/quickstart.md')
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('leads from an empty folder to a sealed file that one’s own program stores', async () => {
    const { folder } = terminal
    // The embedded database may run as a user of its own.
    await chmod(folder, 0o755)
    await installBuiltSdk(folder, { types: false })
    await symlink(resolve('node_modules/express'), join(folder, 'node_modules/express'))
    const port = await freePort()
    terminal.typed = { 'localhost:4000': `localhost:${port}` }
    await terminal.type(page.next('sh', 'init express'))
    const program = join(folder, 'countersign.mjs')
    const written = await readFile(program, 'utf8')
    const sends = page.next('ts', 'signingRequests.create')
    expect(written).toContain(/ {2}file: [\s\S]*?\n {2}signers: .*\n/.exec(sends)![0].replaceAll(/^/gm, '  ').trim())
    await writeFile(program, written.replaceAll('4000', String(port)))

    const [dev, start] = blocksOf('spec/guides/quickstart.md').filter(({ info }) => info === 'sh server')
    const staying = (command: string) => {
      const child = spawn('bash', ['--norc', '-c', `exec ${terminal.fill(command).trim()}`], {
        cwd: folder,
        env: { PATH: [join(folder, '.bin'), process.env.PATH].join(delimiter), HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(async () => {
        child.kill('SIGINT')
        await once(child, 'exit')
      })
      return child
    }
    await printed(staying(`${dev!.code.trim()} --yes --port 0`), 'Ready')
    const own = staying(start!.code)
    await printed(own, 'Listening')
    const seen = printed(own, 'signing_request.sent evt_')
    const { documentId } = JSON.parse(await terminal.type(page.next('sh', '/send'))) as { documentId: string }
    await seen
    const env = parseEnv(await readFile(join(folder, '.env'), 'utf8'))
    const client = new Countersign({ apiKey: env.COUNTERSIGN_API_KEY, baseUrl: env.COUNTERSIGN_BASE_URL })
    const { signers } = await client.documents.get(documentId)
    await client.sandbox.act(signers[0]!.id, { do: 'sign' })
    await expect.poll(() => readdir(folder)).toContain(`${documentId}.pdf`)
    expect((await verifyPdf(await readFile(join(folder, `${documentId}.pdf`)))).ok).toBe(true)
  })

  it('leads from a key to the checked files, as it is written (contract 1.10)', async () => {
    const { key } = await server.key()
    const port = await freePort()
    const { folder } = terminal
    await writeFile(join(folder, 'lease.pdf'), makePdf())
    terminal.typed = {
      'https://sign.example.com/v1': server.ctx.config.apiUrl.replace('localhost', '127.0.0.1'),
      'cs_live_...': key,
      'http://127.0.0.1:4000/': `http://127.0.0.1:${port}/`,
      'listen(4000': `listen(${port}`,
    }
    const type = async (part: string): Promise<Record<string, unknown>> =>
      JSON.parse(await terminal.type(page.next('sh', part))) as Record<string, unknown>

    await terminal.type(page.next('sh', 'COUNTERSIGN_API_KEY'))
    expect(await type('/me ')).toMatchObject({ key: { scopes: expect.arrayContaining(['full']) } })
    expect(await type('/signing-requests/validate')).toMatchObject({ placement: 'auto_append' })
    const sent = (await type('/signing-requests \\')) as { documentId: string; signers: { signingUrl: string }[] }
    const hook = await type('/hooks')
    terminal.typed['whsec_...'] = String(hook.secret)
    await terminal.type(page.next('sh', 'COUNTERSIGN_WEBHOOK_SECRET'))

    await writeFile(join(folder, 'receiver.mjs'), terminal.fill(page.next('js receiver.mjs')))
    page.end()
    const receiver = spawn('bash', ['-c', '. ./.exported; exec node receiver.mjs'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await printed(receiver, 'listening')
      const forged = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(400)
      const signer = new Signer(server, sent.signers[0]!.signingUrl)
      await signer.view()
      expect((await signer.sign()).status).toBe(200)
      await server.work()
      const kept = (await readdir(folder)).filter((name) => name.startsWith(sent.documentId)).sort()
      expect(kept).toEqual([`${sent.documentId}.audit.pdf`, `${sent.documentId}.pdf`])
      expect((await verifyPdf(await readFile(join(folder, `${sent.documentId}.pdf`)))).ok).toBe(true)
    } finally {
      receiver.kill()
      await once(receiver, 'exit')
    }
  })
})

async function printed(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  while (!output.includes(text)) {
    if (child.exitCode !== null) throw new Error(`the receiver ended with ${child.exitCode}: ${output}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}

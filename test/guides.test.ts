import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPdf } from '../sdk/src/verify/index.ts'
import { codeBlocks } from '../server/web/docs/markdown.tsx'
import { compileWithSdk } from './support/compile.ts'
import { Signer } from './support/flow.ts'
import { freePort } from './support/free-port.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'
import { tool } from './support/tools.ts'

const guides = resolve(import.meta.dirname, '../spec/guides')
const blocksOf = async (name: string) => codeBlocks(await readFile(join(guides, name), 'utf8'))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the TypeScript of the guides', () => {
  it('compiles strictly against the SDK', async () => {
    const files: Record<string, string> = {}
    for (const name of await readdir(guides)) {
      const code = (await blocksOf(name)).filter(({ info }) => /^ts\b/.test(info))
      for (const [index, block] of code.entries()) files[`${name.replace('.md', '')}-${index}.ts`] = block.code
    }
    expect(Object.keys(files).length).toBeGreaterThan(4)
    expect(await compileWithSdk(join(folder, 'guides'), files)).toBe('')
  }, 180_000)

  it('has a test of a receiver that passes', async () => {
    const project = join(folder, 'guides')
    const block = (await blocksOf('testing.md')).find(({ info }) => info === 'ts receiver.test.ts')!
    await writeFile(join(project, 'receiver.test.ts'), block.code)
    const loader = resolve(import.meta.dirname, '../node_modules/tsx/dist/loader.mjs')
    const env = { ...process.env, TSX_TSCONFIG_PATH: join(project, 'tsconfig.json'), NODE_TEST_CONTEXT: undefined }
    const args = ['--import', loader, '--test', '--test-reporter=tap', 'receiver.test.ts']
    const output = await new Promise<string>((done) =>
      execFile(process.execPath, args, { cwd: project, env }, (_error, stdout, stderr) => done(stdout + stderr)),
    )
    expect(output).toMatch(/^# pass 2$/m)
    expect(output).toMatch(/^# fail 0$/m)
  }, 180_000)
})

const shell = tool('bash')
const curl = tool('curl')

describe.skipIf(!shell || !curl)('the quickstart', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('leads from a key to the checked files, as it is written (contract 1.10)', async () => {
    const { key } = await server.key()
    const port = await freePort()
    await writeFile(join(folder, 'lease.pdf'), makePdf())
    const typed: Record<string, string> = {
      'https://sign.example.com/v1': server.ctx.config.apiUrl.replace('localhost', '127.0.0.1'),
      'cs_live_...': key,
      'http://127.0.0.1:4000/': `http://127.0.0.1:${port}/`,
      'listen(4000': `listen(${port}`,
    }
    /** What a reader replaces. */
    const fill = (code: string) =>
      Object.entries(typed).reduce((text, [written, value]) => text.replaceAll(written, value), code)

    const blocks = await blocksOf('quickstart.md')
    const steps = blocks.filter(({ info }) => info === 'sh').map(({ code }) => code)
    /** A terminal remembers what was exported in it. */
    const exports = () => steps.filter((code) => code.startsWith('export ')).map(fill)
    const type = async (part: string): Promise<Record<string, unknown>> => {
      const step = steps.find((code) => code.includes(part))!
      return JSON.parse(await run([...exports(), fill(step)].join('\n'))) as Record<string, unknown>
    }

    expect(await type('/me ')).toMatchObject({ key: { scopes: expect.arrayContaining(['full']) } })
    expect(await type('/signing-requests/validate')).toMatchObject({ placement: 'auto_append' })
    const sent = (await type('/signing-requests \\')) as { documentId: string; signers: { signingUrl: string }[] }
    const hook = await type('/hooks')
    typed['whsec_...'] = String(hook.secret)

    const program = blocks.find(({ info }) => info === 'js receiver.mjs')!
    await writeFile(join(folder, 'receiver.mjs'), fill(program.code))
    const receiver = spawn(shell!, ['-c', [...exports(), 'exec node receiver.mjs'].join('\n')], {
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
  }, 180_000)

  /** What bash prints in the folder of the PDF. */
  function run(script: string): Promise<string> {
    return new Promise((done, reject) =>
      execFile(shell!, ['-ec', script], { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stderr}`)) : done(stdout),
      ),
    )
  }
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

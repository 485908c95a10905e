import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../support/pdf-fixtures.ts'
import { installServerPackage } from '../support/server-package.ts'

const examples = resolve(import.meta.dirname, '../../examples')

/** A project that tests against a server in its process, and the folder in which it has its files. */
let project: string
let files: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  files = join(project, 'tmp')
  await mkdir(files, { mode: 0o755 })
  await writeFile(join(project, 'lease.pdf'), makePdf())
  await installServerPackage(project)
})
afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 10 }))

const environment = () => ({
  PATH: process.env.PATH,
  TMPDIR: files,
  TSX_TSCONFIG_PATH: join(examples, 'tsconfig.json'),
})

/** @returns the process, which runs this program in the project */
async function start(program: string, cwd = project): Promise<ChildProcess> {
  const code = `import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fromPath } from '@countersign/sdk/node'
import { testServer } from '@countersign/sdk/test'
${program}`
  await writeFile(join(project, 'program.mts'), code)
  const args = ['--import', join(project, 'node_modules/tsx/dist/loader.mjs'), join(project, 'program.mts')]
  return spawn(process.execPath, args, { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Its output, when it has ended. */
async function run(program: string, cwd?: string): Promise<{ code: number | null; lines: string[]; errors: string }> {
  const child = await start(program, cwd)
  let [output, errors] = ['', '']
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  child.stderr!.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: output.trim().split('\n'), errors }
}

/** The folders of servers. */
const folders = async () => (await readdir(files)).filter((name) => name.startsWith('countersign-'))
/** The Postgres servers whose data is in the project. */
const postgres = (): Promise<string> =>
  new Promise((done) => execFile('pgrep', ['-f', `postgres -D ${files}`], (_, pids) => done(pids.trim())))

describe('testServer', () => {
  it('runs side by side with others, each with its own documents, and leaves nothing, nor what a killed one left', async () => {
    const killed = await start("await testServer(); console.log('ready')")
    await once(createInterface({ input: killed.stdout! }), 'line')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect([(await folders()).length, await postgres()]).toEqual([1, expect.stringMatching(/\d/)])
    const { code, lines, errors } = await run(`
      async function story(cs: Awaited<ReturnType<typeof testServer>>, email: string): Promise<string> {
        const file = await fromPath('lease.pdf')
        const { documentId } = await cs.client.signingRequests.create({ file, signers: [{ email }] })
        await cs.signAll(documentId)
        const { metadata } = await cs.received('document.completed', { documentId })
        const { to } = await cs.nextMessage({ kind: 'invitation' })
        const { sandbox } = await cs.live.me.get()
        return JSON.stringify([to, metadata, sandbox, cs.baseUrl])
      }
      const [ada, grace] = await Promise.all([testServer(), testServer()])
      console.log((await Promise.all([story(ada, 'ada@example.com'), story(grace, 'grace@example.com')])).join('\\n'))
      await ada.close()
      await ada.close()
      console.log(readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-')).length)
      // The other one is left to the end of the process.
      process.exit(7)
    `)
    expect([code, errors]).toEqual([7, ''])
    const told = lines.map((line) => JSON.parse(line) as unknown)
    expect(told).toEqual([
      ['ada@example.com', null, false, expect.any(String)],
      ['grace@example.com', null, false, expect.any(String)],
      1,
    ])
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(3)
    expect(await folders()).toEqual([])
    await expect.poll(postgres).toBe('')
  })

  it('says what to install where the server is not', async () => {
    const { errors } = await run('await testServer()', tmpdir())
    expect(errors).toContain(
      `CountersignError: testServer() needs the package countersign: npm install --save-dev countersign (looked for from ${tmpdir()})`,
    )
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signatureHeader } from '../server/domain/hooks/sign.ts'
import { installBuiltSdk } from './support/built-sdk.ts'
import { runCli } from './support/cli.ts'
import { compileWithSdk } from './support/compile.ts'
import { freePort } from './support/free-port.ts'

const root = resolve(import.meta.dirname, '..')
const SECRET = `whsec_${'5f'.repeat(24)}`
const FRAMEWORKS = ['hono', 'express', 'next', 'fastify']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-init-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A project with these files, and what the command says in it. */
async function project(name: string, files: Record<string, string> = {}) {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text)
  return { path, init: (...args: string[]) => runCli(['init', ...args], {}, ['env', '-C', path]) }
}

describe('countersign init', () => {
  it('finds the framework, says what comes next, and never writes over a file', async () => {
    const manifest = (dependencies: object) => ({ 'package.json': JSON.stringify({ dependencies }) })
    const { path, init } = await project('found', manifest({ express: '5' }))
    expect(await init()).toEqual({
      code: 0,
      stderr: '',
      stdout: `countersign.mjs sends a PDF and receives webhooks. Next:
  npm install @countersign/sdk
  npx countersign dev --forward-to http://localhost:4000/webhooks
  node --env-file=.env countersign.mjs   in another terminal
  curl -X POST http://localhost:4000/send   and one more
`,
    })
    await writeFile(join(path, 'countersign.mjs'), 'mine')
    expect(await init()).toMatchObject({ code: 1, stderr: 'countersign.mjs is there already, and stays as it is\n' })
    expect(await readFile(join(path, 'countersign.mjs'), 'utf8')).toBe('mine')
    const several = await project('several', manifest({ hono: '4', fastify: '5' }))
    expect(await several.init()).toMatchObject({ code: 2, stderr: expect.stringContaining('several: hono, fastify') })
    const none = await project('none')
    expect(await none.init()).toMatchObject({ code: 2, stderr: expect.stringContaining('package.json names none') })
    expect(await none.init('koa')).toMatchObject({ code: 2, stderr: expect.stringContaining('hono, express, next') })
  })

  it('writes TypeScript that compiles strictly where the project has some', async () => {
    const files: Record<string, string> = {}
    for (const name of FRAMEWORKS) {
      const { path, init } = await project(`typed-${name}`, { 'tsconfig.json': '{}' })
      expect((await init(name)).code).toBe(0)
      const file = name === 'next' ? 'app/webhooks/route.ts' : 'countersign.ts'
      files[`${name}.ts`] = await readFile(join(path, file), 'utf8')
    }
    // Beside the packages that they import.
    const beside = await mkdtemp(join(root, 'server/.cache/init-'))
    onTestFinished(() => rm(beside, { recursive: true, force: true }))
    expect(await compileWithSdk(beside, files)).toBe('')
  })

  describe('with what it wrote', () => {
    let installed: string
    beforeAll(async () => {
      installed = join(folder, 'installed')
      await installBuiltSdk(installed, { types: false })
      for (const name of ['hono', '@hono', 'express', 'fastify'])
        await symlink(join(root, 'node_modules', name), join(installed, 'node_modules', name))
    })

    it.each(['hono', 'express', 'fastify'])('takes what is signed, and refuses what is not: %s', async (name) => {
      const { path, init } = await project(`installed/${name}`)
      expect((await init(name)).code).toBe(0)
      const port = String(await freePort())
      const file = join(path, 'countersign.mjs')
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll('4000', port))
      const settings = { COUNTERSIGN_API_KEY: 'cs_test_x', COUNTERSIGN_BASE_URL: 'http://127.0.0.1:9/v1' }
      const env = { PATH: process.env.PATH, COUNTERSIGN_WEBHOOK_SECRET: SECRET, ...settings }
      const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill())
      await once(child.stdout, 'data')
      const url = `http://localhost:${port}/webhooks`
      const triggered = (secret: string) =>
        runCli(['trigger', 'signing_request.signed', '--forward-to', url, '--secret', secret], {})
      const printed = once(child.stdout, 'data')
      expect(await triggered(SECRET)).toMatchObject({ code: 0, stdout: expect.stringContaining('  204  ') })
      expect(String(await printed)).toMatch(/^signing_request\.signed evt_/)
      expect(await triggered('whsec_other')).toMatchObject({ code: 1, stdout: expect.stringContaining('  400  ') })
    })

    it('takes what is signed, and refuses what is not: next', async () => {
      const { path, init } = await project('installed/next', { 'package.json': '{"type":"module"}' })
      await mkdir(join(path, 'src/app'), { recursive: true })
      expect(await init('next')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^src\/app\/webhooks\/route.js /),
      })
      const program = `process.env.COUNTERSIGN_API_KEY = 'cs_test_x'
process.env.COUNTERSIGN_BASE_URL = 'http://127.0.0.1:9/v1'
process.env.COUNTERSIGN_WEBHOOK_SECRET = '${SECRET}'
const { POST } = await import('${pathToFileURL(join(path, 'src/app/webhooks/route.js'))}')
const call = (headers) => POST(new Request('http://localhost/webhooks', { method: 'POST', headers, body: BODY }))
const BODY = '{"event":"ping","event_id":"evt_1"}'
console.log((await call({})).status, (await call({ 'X-Service-Signature': process.argv[2] })).status)
`
      const file = join(path, 'program.js')
      await writeFile(file, program)
      const signed = signatureHeader([SECRET], '{"event":"ping","event_id":"evt_1"}', new Date())
      const child = spawn(process.execPath, [file, signed], { stdio: ['ignore', 'pipe', 'inherit'] })
      let printed = ''
      child.stdout.on('data', (chunk) => {
        printed += String(chunk)
      })
      await once(child, 'close')
      expect(printed).toContain('400 204')
    })
  })
})

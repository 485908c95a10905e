import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A generator of clients, and what a caller writes with the client that it makes. */
interface Generator {
  /** What npm installs: the newest line that runs on Node 20. */
  packages: readonly string[]
  /** The program, from `node_modules`, and its arguments: `openapi.json` to `client`. */
  command: readonly string[]
  /** Its settings, as a file beside `openapi.json`. */
  settings?: { name: string; text: (baseUrl: string) => string }
  /** Sends `file` to `signers`, registers a hook at `hookUrl`, reads the document: sets `sent`, `hook`, `read`. */
  program: string
}

export const GENERATORS: Record<string, Generator> = {
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.95.0'],
    command: ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'client'],
    program: `
import { createHook, createSigningRequest, getDocument } from './client/sdk.gen'
import { client } from './client/client.gen'
client.setConfig({ baseUrl, auth: key })
const { data: sent } = await createSigningRequest({ body: { file, signers, send_emails: false }, throwOnError: true })
const { data: hook } = await createHook({ body: { target_url: hookUrl }, throwOnError: true })
const { data: read } = await getDocument({ path: { id: sent.documentId }, throwOnError: true })
`,
  },
  'swagger-typescript-api': {
    packages: ['swagger-typescript-api@13.13.0'],
    command: [
      ...['swagger-typescript-api/dist/cli.mjs', 'generate', '-p', 'openapi.json', '-o', 'client', '-n', 'api.ts'],
    ],
    program: `
import { Api } from './client/api'
const api = new Api({ baseUrl, baseApiParams: { headers: { Authorization: 'Bearer ' + key } } })
const { data: sent } = await api.signingRequests.createSigningRequest({ file, signers, send_emails: false })
const { data: hook } = await api.hooks.createHook({ target_url: hookUrl })
const { data: read } = await api.documents.getDocument(sent.documentId)
`,
  },
  oazapfts: {
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    command: ['oazapfts/dist/cli.js', 'openapi.json', 'client.ts'],
    program: `
import { ok } from '@oazapfts/runtime'
import { createHook, createSigningRequest, defaults, getDocument } from './client'
Object.assign(defaults, { baseUrl, headers: { Authorization: 'Bearer ' + key } })
const sent = await ok(createSigningRequest({ file, signers, send_emails: false }))
const hook = await ok(createHook({ target_url: hookUrl }))
const read = await ok(getDocument(sent.documentId))
`,
  },
  orval: {
    packages: ['orval@7.13.2'],
    command: ['orval/dist/bin/orval.js', '--config', './orval.config.cjs'],
    settings: {
      name: 'orval.config.cjs',
      text: (baseUrl) => {
        const output = { target: './client/api.ts', client: 'fetch', baseUrl }
        return `module.exports = ${JSON.stringify({ api: { input: { target: './openapi.json' }, output } })}\n`
      },
    },
    program: `
import { createHook, createSigningRequest, getDocument } from './client/api'
const options = { headers: { Authorization: 'Bearer ' + key } }
const { data: sent, status } = await createSigningRequest({ file, signers, send_emails: false }, options)
if (status !== 201) throw new Error('status ' + status)
const json = { headers: { ...options.headers, 'Content-Type': 'application/json' } }
const { data: hook, status: registered } = await createHook({ target_url: hookUrl }, json)
if (registered !== 200) throw new Error('status ' + registered)
const { data: read, status: found } = await getDocument(sent.documentId, options)
if (found !== 200) throw new Error('status ' + found)
`,
  },
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'client.d.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './client'
const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + key } })
const form = new FormData()
form.set('file', file)
form.set('signers', JSON.stringify(signers))
form.set('send_emails', 'false')
const { data: sent } = await client.POST('/signing-requests', { body: form, bodySerializer: () => form })
if (!sent) throw new Error('not sent')
const { data: hook } = await client.POST('/hooks', { body: { target_url: hookUrl } })
if (!hook) throw new Error('not registered')
const { data: read } = await client.GET('/documents/{id}', { params: { path: { id: sent.documentId } } })
if (!read) throw new Error('not read')
`,
  },
}

/** What the generated client got. */
export interface Outcome {
  sent: { documentId: string; status: string }
  hook: { target_url: string }
  read: { id: string; status: string }
}

export interface Subject {
  /** With `/v1`. */
  baseUrl: string
  key: string
  pdf: Uint8Array
}

/**
 * Generates a client in `folder`, compiles the caller's program strictly and runs it against a server.
 * @param packages a `node_modules` with the generator's packages
 * @throws Error with what the failed step printed
 */
export async function tryGenerator(
  name: string,
  { folder, packages }: { folder: string; packages: string },
  { baseUrl, key, pdf }: Subject,
): Promise<Outcome> {
  const { command, settings, program } = GENERATORS[name]!
  const lines = program.trim().split('\n')
  const imports = lines.filter((line) => line.startsWith('import '))
  const calls = lines.slice(imports.length)
  await symlink(packages, join(folder, 'node_modules'))
  await copyFile(join(root, 'spec/openapi.json'), join(folder, 'openapi.json'))
  if (settings) await writeFile(join(folder, settings.name), settings.text(baseUrl))
  const [bin, ...options] = command
  await run(folder, [join(packages, bin!), ...options])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'lease.pdf'), pdf)
  await writeFile(
    join(folder, 'program.ts'),
    `import { readFileSync } from 'node:fs'
${imports.join('\n')}
const [baseUrl, key] = process.argv.slice(2) as [string, string]
const file = new File([readFileSync('lease.pdf')], 'lease.pdf', { type: 'application/pdf' })
const signers = [{ email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace' }]
const hookUrl = 'https://example.com/webhooks'
${calls.join('\n')}
console.log(JSON.stringify({ sent, hook, read }))
`,
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']
  const types = ['--moduleResolution', 'bundler', '--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  await run(folder, [tsc, ...strict, ...types, 'program.ts'])
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url)
  const output = await run(folder, ['--import', tsx.href, 'program.ts', baseUrl, key])
  return JSON.parse(output) as Outcome
}

async function run(cwd: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[status], out, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}:\n${out}${errors}`)
  return out
}

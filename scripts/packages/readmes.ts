import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeBlocks } from '../../server/web/docs/markdown.tsx'
import { type Environment, run, start } from './run.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** How long a signature that was given may take to be sealed: a bound for what hangs. */
const SEAL_MILLISECONDS = 1_200_000

/** Both packages as npm publishes them. */
export interface Tarballs {
  server: string
  sdk: string
}

const blocksOf = (page: string, info: RegExp): string[] =>
  codeBlocks(readFileSync(join(ROOT, page), 'utf8'))
    .filter((block) => info.test(block.info))
    .map(({ code }) => code)

const bash = (folder: string, commands: string, env: Environment = {}): string =>
  run(folder, 'bash', ['--norc', '-euc', commands], env)

/**
 * Types the commands of `server/README.md` in an empty folder, from the installation to another key, with the tarball in place
 * of the name of the package; a program signs in between. @returns the seconds from the installation to the signed PDF
 * @throws Error when a command fails or the PDF is not valid
 */
export async function tryServerReadme(folder: string, { server }: Tarballs, lease: Uint8Array): Promise<number> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'lease.pdf'), lease)
  const [installAndStart = '', send = '', fetchAll = '', ...more] = blocksOf('server/README.md', /^sh\b/)
  const [install = '', startCommand = ''] = installAndStart.split('\n')
  const began = Date.now()
  bash(folder, `${install.replace(/ countersign$/, ` ${server}`)} --silent --no-audit --no-fund`)
  const { env, stop } = await start(folder, startCommand.split(' '))
  try {
    const own = (text: string) =>
      text
        .replaceAll('http://localhost:3000', new URL(env.COUNTERSIGN_BASE_URL!).origin)
        .replace('cs_live_...', env.COUNTERSIGN_API_KEY!)
    const sent = JSON.parse(bash(folder, own(send))) as { documentId: string; signers: { signingUrl: string }[] }
    await sign(sent.signers[0]!.signingUrl)
    const exported = `export KEY=${env.COUNTERSIGN_API_KEY}\n`
    const commands = exported + own(fetchAll).replace('ID=...', `ID=${sent.documentId}`)
    await untilSealed(env, sent.documentId)
    const printed = bash(folder, commands)
    const seconds = (Date.now() - began) / 1000
    if (!/^VALID/m.test(printed)) throw new Error(`verify printed ${printed}`)
    for (const block of more) bash(folder, own(block), settingsOf(folder, env))
    return seconds
  } finally {
    stop()
  }
}

/** Installs the SDK as `sdk/README.md` says, and runs its first program in TypeScript. @throws Error when it sends nothing */
export function trySdkReadme(folder: string, { sdk }: Tarballs, lease: Uint8Array, env: Environment): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'lease.pdf'), lease)
  const [install = ''] = blocksOf('sdk/README.md', /^sh packed$/)
  bash(folder, `${install.replace('@countersign/sdk', sdk)} --silent --no-audit --no-fund`)
  const [program = ''] = blocksOf('sdk/README.md', /^ts$/)
  const own = program
    .replace("'…'", `'${env.COUNTERSIGN_API_KEY}'`)
    .replace('https://sign.example.com/v1', env.COUNTERSIGN_BASE_URL!)
  writeFileSync(join(folder, 'send.mts'), `${own}\nconsole.log(documentId, signers[0]?.signingUrl)\n`)
  const strict = ['--strict', '--target', 'es2022', '--module', 'node16', '--skipLibCheck', 'false']
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  run(folder, process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...strict, ...types, 'send.mts'])
  const printed = run(folder, process.execPath, ['send.mjs'])
  if (!/^[0-9a-f-]{36} http\S+\/sign\//.test(printed))
    throw new Error(`the program of sdk/README.md printed ${printed}`)
}

/** What the page of a signer sends: what was displayed, and the signature. */
async function sign(signingUrl: string): Promise<void> {
  const html = await (await fetch(signingUrl)).text()
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)
  if (!json) throw new Error('the page has nothing to sign')
  const data = JSON.parse(json[1]!) as { consentVersion: string; fields: { id: string; kind: string }[] }
  const drawn = data.fields.filter(({ kind }) => kind === 'signature')
  const values = Object.fromEntries(drawn.map(({ id }) => [id, { type: 'typed', text: 'Ada Lovelace' }]))
  await post(`${signingUrl}/displayed`, { view: 'none' })
  await post(`${signingUrl}/complete`, { consentVersion: data.consentVersion, name: 'Ada Lovelace', values })
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    Origin: new URL(url).origin,
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
}

async function untilSealed(env: Environment, documentId: string): Promise<void> {
  const headers = { Authorization: `Bearer ${env.COUNTERSIGN_API_KEY}` }
  const deadline = Date.now() + SEAL_MILLISECONDS
  while (Date.now() < deadline) {
    const document = await fetch(`${env.COUNTERSIGN_BASE_URL}/documents/${documentId}`, { headers })
    if (((await document.json()) as { status: string }).status === 'signed') return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the document is not sealed')
}

/** Of the server that `start` has started in the folder. */
const settingsOf = (folder: string, env: Environment): Environment => ({
  DATA_DIR: join(folder, 'data'),
  PUBLIC_URL: new URL(env.COUNTERSIGN_BASE_URL!).origin,
})

// `npm run docker:steps [-- --keep DIR]`: runs the steps of the Dockerfile in bare folders, for machines without Docker, and sends a
// document to the server that comes out. It takes each stage for a folder and runs RUN as the current user; the base image's
// Node is the one that runs this. An instruction it does not know is an error.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import { copyClone } from './clone.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Image {
  /** The folder of its WORKDIR. */
  folder: string
  env: Record<string, string>
  entrypoint: string[]
}

/** The instructions, one a line, without comments. */
function instructions(): [name: string, rest: string][] {
  return readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, ...rest] = line.split(' ')
      return [name!, rest.join(' ')]
    })
}

function build(into: string): Image {
  const stages = new Map<string, string>()
  let stage = ''
  const image: Image = { folder: '', env: {}, entrypoint: [] }
  const steps: Record<string, (rest: string) => void> = {
    FROM: (rest) => {
      stage = join(into, String(stages.size))
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? '', stage)
      Object.assign(image, { folder: stage, env: {}, entrypoint: [] })
    },
    WORKDIR: (path) => {
      image.folder = join(stage, path)
      mkdirSync(image.folder, { recursive: true })
    },
    COPY: (rest) => copy(rest.split(' '), image.folder, stages),
    RUN: (command) => run(command, image.folder),
    ENV: (rest) => {
      for (const pair of rest.split(' ')) image.env[pair.split('=')[0]!] = pair.slice(pair.indexOf('=') + 1)
    },
    ENTRYPOINT: (rest) => {
      image.entrypoint = JSON.parse(rest) as string[]
    },
  }
  // They concern a container, not its files.
  const skipped = ['USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']
  for (const [name, rest] of instructions()) {
    if (skipped.includes(name)) continue
    const step = steps[name]
    if (!step) throw new Error(`the Dockerfile has ${name}, which this script does not know`)
    console.log(`${name} ${rest}`)
    step(rest)
  }
  return image
}

function copy(words: string[], folder: string, stages: Map<string, string>): void {
  const [, from] = /^--from=(.+)$/.exec(words[0]!) ?? []
  const [target, ...sources] = (from ? words.slice(1) : words).reverse()
  for (const source of sources) {
    const into =
      target!.endsWith('/') || sources.length > 1
        ? join(folder, target!, source.split('/').at(-1)!)
        : join(folder, target!)
    if (from) cpSync(join(stages.get(from)!, source), into, { recursive: true })
    else if (source === '.') copyClone(folder)
    else cpSync(join(root, source), into, { recursive: true })
  }
}

function run(command: string, cwd: string): void {
  // There is no user `node` outside the image.
  execFileSync('sh', ['-ec', command.replace(/ && chown \S+ \S+/, '')], { cwd, stdio: 'inherit' })
}

/** Starts the server and sends a document. @throws Error when it ends instead of starting, or refuses */
async function tryOut({ folder, env, entrypoint }: Image): Promise<void> {
  const [command, ...args] = entrypoint
  const settings = { ...env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') }
  const child = spawn(command!, [...args, 'start'], { cwd: folder, env: { PATH: process.env.PATH, ...settings } })
  try {
    let output = ''
    await new Promise<void>((started, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk)
          if (output.includes('"msg":"ready"') && /cs_live_[0-9a-f]{32}/.test(output)) started()
        })
      child.once('error', reject)
      child.once('close', (code, signal) =>
        reject(new Error(`the server ended with ${code ?? signal} before it was ready. It printed:\n${output}`)),
      )
    })
    const url = /"url":"([^"]+)"/.exec(output)![1]!
    const headers = { Authorization: `Bearer ${/cs_live_[0-9a-f]{32}/.exec(output)![0]}` }
    const form = new FormData()
    form.set('file', new File([await onePage()], 'lease.pdf', { type: 'application/pdf' }))
    form.set('signers', JSON.stringify([{ email: 'ada@example.com' }]))
    form.set('placement', 'auto_append')
    const sent = await fetch(`${url}/v1/signing-requests`, { method: 'POST', headers, body: form })
    if (sent.status !== 201) throw new Error(`a send was answered ${sent.status}: ${await sent.text()}`)
    const { signers } = (await sent.json()) as { signers: { signingUrl: string }[] }
    const page = await fetch(url + new URL(signers[0]!.signingUrl).pathname)
    if (page.status !== 200) throw new Error(`the signing page was answered ${page.status}`)
    console.log('The server starts, a document is sent, its signing page is served.')
  } finally {
    child.kill('SIGTERM')
  }
}

async function onePage(): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.addPage().drawText('A lease.')
  return new Uint8Array(await pdf.save())
}

const { values } = parseArgs({ options: { keep: { type: 'string' } } })
const into = values.keep ?? mkdtempSync(join(tmpdir(), 'countersign-image-'))
try {
  await tryOut(build(into))
} finally {
  if (values.keep === undefined) rmSync(into, { recursive: true, force: true })
}

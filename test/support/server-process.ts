import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Caller, caller } from './call.ts'
import { commandFile } from './cli.ts'

const LINES_KEPT = 30

/** `countersign start` as an operator runs it: its own process, which can be killed. */
export interface ServerProcess {
  url: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  call: Caller
  child: ChildProcess
  /** What it has printed for the operator beside the log, such as the first sign-in link. */
  printed(): string
  /** Its last output, to explain a failure. */
  lastLines(): string
  /** SIGKILL: nothing is cleaned up. */
  kill(): Promise<void>
  /** SIGTERM: drains and ends. */
  stop(): Promise<void>
}

/** Starts it with exactly these settings and resolves when it reports that it is ready. */
export async function startServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [commandFile(), 'start'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += String(chunk)
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  // Keep reading: a process that fills a pipe nobody reads blocks.
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  const url = await new Promise<string | null>((resolve) => {
    output.on('line', (line) => {
      lines.push(line)
      if (lines.length > LINES_KEPT) lines.shift()
      const { msg, url } = JSON.parse(line) as { msg?: string; url?: string }
      if (msg === 'ready' && url !== undefined) resolve(url)
    })
    output.on('close', () => resolve(null))
  })
  if (url === null) throw new Error(`the server did not start: ${printed}`)
  const fetchPath = (path: string, init?: RequestInit) => fetch(url + path, init)
  return {
    url,
    fetch: fetchPath,
    call: caller(fetchPath),
    child,
    printed: () => printed,
    lastLines: () => lines.join('\n'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

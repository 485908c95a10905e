import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'

/** A bound for what hangs, far above what a busy machine takes. */
const START_MILLISECONDS = 1_200_000

export type Environment = Record<string, string>

/** @returns what a program prints */
export function run(cwd: string, program: string, args: string[], env: Environment = {}): string {
  const all = { ...process.env, ...env }
  return execFileSync(program, args, { cwd, encoding: 'utf8', env: all, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts a server. @returns what the SDK reads from the environment. @throws Error when it is not ready in time */
export async function start(folder: string, command: string[]): Promise<{ env: Environment; stop: () => void }> {
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') }
  const [program, ...args] = command
  // A group of its own: npx passes no signal on.
  const child = spawn(program!, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...settings },
  })
  const stop = () => void process.kill(-child.pid!, 'SIGTERM')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const deadline = Date.now() + START_MILLISECONDS
  while (!output.includes('"msg":"ready"') || !/cs_live_[0-9a-f]{32}/.test(output)) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended:\n${output}`)
    if (Date.now() > deadline) {
      stop()
      throw new Error(`${command.join(' ')} is not ready:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const url = /"url":"([^"]+)"/.exec(output)![1]!
  const apiKey = /cs_live_[0-9a-f]{32}/.exec(output)![0]
  return { env: { COUNTERSIGN_API_KEY: apiKey, COUNTERSIGN_BASE_URL: `${url}/v1` }, stop }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

/** A program and all that it has started. */
export interface Process {
  name: string
  /** SIGKILL, to the whole group. */
  kill(): Promise<void>
}

const running = new Map<ChildProcess, string>()

/** Starts a program in a group of its own; what it says is in `<name>.log` of its folder. */
export function run(
  name: string,
  program: string,
  args: string[],
  { cwd, logs = cwd, env = {} }: { cwd: string; logs?: string; env?: Record<string, string> },
): Process {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const log = createWriteStream(join(logs, `${name.replace(' ', '-')}.log`), { flags: 'a' })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  running.set(child, name)
  child.once('exit', () => running.delete(child))
  return { name, kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await ended
}

/** Ends everything that was started. */
export async function killAll(): Promise<void> {
  await Promise.all([...running.keys()].map(kill))
}

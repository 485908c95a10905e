import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { TestProgram } from './command-setup.ts'
import { testDatabaseUrl } from './database.ts'

/** `countersign` as an operator runs it, and what it has written so far. */
export interface CliProcess {
  child: ChildProcess
  output: { stdout: string; stderr: string }
}

/** The command, as it is published. */
export const commandFile = () => programFile('cli')

/** It or a program of `programs/`, which is bundled beside it. */
export const programFile = (name: 'cli' | TestProgram) => join(inject('commandFolder'), `${name}.js`)

/** A data folder and a database for the commands of a file; `take` gets their settings. */
export function useCommandSettings(take: (settings: { DATA_DIR: string; DATABASE_URL: string }) => void): void {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-cli-'))
    take({ DATA_DIR: dataDir, DATABASE_URL: await testDatabaseUrl() })
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
}

/** These settings and no others. */
const environment = (settings: Record<string, string>) => ({
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1' },
  ...settings,
})

/** Starts a command with these settings and no others; `wrapper` is a command that runs it. */
export function startCli(args: string[], settings: Record<string, string>, wrapper: string[] = []): CliProcess {
  const [command, ...rest] = [...wrapper, process.execPath, commandFile(), ...args]
  const child = spawn(command!, rest, {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += String(chunk)
  })
  return { child, output }
}

/** Runs a command to its end. */
export async function runCli(args: string[], settings: Record<string, string>, wrapper?: string[]) {
  return ended(startCli(args, settings, wrapper))
}

export async function ended({ child, output }: CliProcess) {
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** Runs a command to its end as `runCli` does. */
export type RunCommand = (args: string[], settings: Record<string, string>) => ReturnType<typeof runCli>

/**
 * Runs the commands of a file in one process, because to load them takes ten times as long as to run them. It ends by itself
 * after the last, so none of them has left anything open.
 */
export function useCommands(): RunCommand {
  let child: ChildProcessByStdio<Writable, Readable, Readable>
  let written: Record<'stdout' | 'stderr', AsyncGenerator<string, void>>
  beforeAll(() => {
    child = spawn(process.execPath, [programFile('commands'), commandFile()], { stdio: 'pipe' })
    written = { stdout: texts(child.stdout), stderr: texts(child.stderr) }
  })
  afterAll(async () => {
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })
  return async (args, settings) => {
    child.stdin.write(`${JSON.stringify({ args, env: environment(settings) })}\n`)
    const { stdout, stderr } = written
    const [out, code, err] = await Promise.all([stdout.next(), stdout.next(), stderr.next()])
    if (out.done || code.done || err.done) throw new Error(`the process of the commands has ended at ${args.join(' ')}`)
    return { code: Number(code.value), stdout: out.value, stderr: err.value }
  }
}

/** What a stream brings, in texts that end with a zero byte. */
async function* texts(stream: Readable): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const ended = (rest + String(chunk)).split('\0')
    rest = ended.pop()!
    yield* ended
  }
}

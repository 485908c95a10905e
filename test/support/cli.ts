import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
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

/** Starts a command with these settings and no others; `wrapper` is a command that runs it. */
export function startCli(args: string[], settings: Record<string, string>, wrapper: string[] = []): CliProcess {
  const [command, ...rest] = [...wrapper, process.execPath, commandFile(), ...args]
  const child = spawn(command!, rest, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1', ...settings },
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

#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { UsageError } from './cli/errors.ts'
import { createProgram } from './cli/program.ts'
import { ConfigError } from './config.ts'
import { HOME } from './home.ts'
import { FontError } from './pdf/errors.ts'
import { SealKeyError } from './pdf/keys.ts'

const FAILED = 1
const CALLED_WRONGLY = 2

const args = process.argv.slice(2)
try {
  await createProgram(version()).parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
} catch (error) {
  // Commander has written its own errors, and help.
  if (!(error instanceof CommanderError)) process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

/** As `--help` lists them: commander has 1 for a command that is called wrongly. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === FAILED ? CALLED_WRONGLY : error.exitCode
  return error instanceof UsageError ? CALLED_WRONGLY : FAILED
}

/** Of this package, whose manifest stands above `dist` where it is published. */
function version(): string {
  const places = ['server/package.json', '../package.json'].map((path) => join(HOME, path))
  const { version } = JSON.parse(readFileSync(places.find((place) => existsSync(place))!, 'utf8')) as {
    version: string
  }
  return version
}

/** A message the user can act on; a stack only for our own faults. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SealKeyError || error instanceof FontError) return error.message
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.message : (error.stack ?? error.message)
}

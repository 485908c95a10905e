import { styleText } from 'node:util'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { WORKER_ROLES, type WorkerRole } from '../../db/tasks.ts'
import { UsageError } from '../errors.ts'

/** Command lines at the end of a command's help, each without the name of the program. */
export function examples(...lines: string[]): string {
  return `\n${styleText('bold', 'Examples:')}\n${lines.map((line) => `  countersign ${line}`).join('\n')}`
}

/** `--json` and `--no-json`; without either, lists are JSON where stdout is not a terminal. */
export function asList(command: Command): Command {
  return command
    .option('--json', 'print JSON, as without a terminal')
    .option('--no-json', 'print lines with tabs, as on a terminal')
}

/** An option that may be given several times. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser((text, before: string[] = []) => [
    ...before,
    text,
  ])
}

/** An option with a few values. */
export function oneOf(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values)
}

/**
 * The value of an option that has to be given: commander's `requiredOption` would hide what it says of a mistyped one.
 * @throws UsageError
 */
export function required(option: string, value: string | undefined): string {
  const text = value?.trim()
  if (text) return text
  throw new UsageError(`${option} is required`)
}

/** A whole number of days from 1 to 9999. */
export function days(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number of days from 1 to 9999.')
}

/** A TCP port, or 0. */
export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('Give a port from 0 to 65535.')
}

/** Roles of a worker, with commas between. */
export function workerRoles(text: string): WorkerRole[] {
  const given = text.split(',').map((role) => role.trim())
  const roles = WORKER_ROLES.filter((role) => given.includes(role))
  if (given.every((role) => roles.some((known) => known === role))) return roles
  throw new InvalidArgumentError(`Give ${WORKER_ROLES.join(', ')}, or several with commas between.`)
}

import { parseArgs } from 'node:util'
import type { Workspace } from '../domain/records/workspaces/read.ts'
import { changeSettings, listWorkspaces, type WorkspaceSettings } from '../domain/records/workspaces/settings.ts'
import { withDatabase } from './database.ts'
import { UsageError } from './usage-error.ts'

const USAGE = 'workspaces list, or workspaces set NAME [--reminders on|off] [--retention-days DAYS|never]'

/** `countersign workspaces list | set` */
export async function run([verb, ...args]: string[]): Promise<void> {
  if (verb === 'list') return list(args)
  if (verb === 'set') return set(args)
  throw new UsageError(USAGE)
}

async function list(args: string[]): Promise<void> {
  parseArgs({ args })
  for (const workspace of await withDatabase(listWorkspaces)) print(workspace)
}

async function set(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { reminders: { type: 'string' }, 'retention-days': { type: 'string' } },
  })
  const [name] = positionals
  const { reminders, 'retention-days': retention } = values
  if (!name || (reminders === undefined && retention === undefined)) throw new UsageError(USAGE)
  const settings: WorkspaceSettings = {}
  if (reminders !== undefined) settings.reminders = onOrOff(reminders)
  if (retention !== undefined) settings.retention_days = daysOrNever(retention)
  const workspace = await withDatabase((ctx) => changeSettings(ctx, name, settings))
  if (!workspace) throw new UsageError(`there is no workspace ${name} (see workspaces list)`)
  print(workspace)
}

function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new UsageError('--reminders must be on or off')
}

function daysOrNever(text: string): number | null {
  if (text === 'never') return null
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError('--retention-days must be a number of days, 1 or more, or never')
}

function print({ id, name, slug, region, reminders, retention_days }: Workspace): void {
  const settings = [`reminders ${reminders ? 'on' : 'off'}`, `files kept ${retention_days ?? 'for ever'}`]
  process.stdout.write(`${[id, name, slug, region, ...settings].join('\t')}${retention_days ? ' days' : ''}\n`)
}

import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { daysIn, settingProblems } from '../domain/people/setting-rules.ts'
import type { Workspace } from '../domain/records/workspaces/read.ts'
import {
  changeSettings,
  LOGO_MAX_BYTES,
  listWorkspaces,
  type WorkspaceSettings,
} from '../domain/records/workspaces/settings.ts'
import { ImageError } from '../pdf/errors.ts'
import { reencodeImage } from '../pdf/image.ts'
import type { Region } from '../regions.ts'
import { withDatabase } from './database.ts'
import { UsageError } from './usage-error.ts'

const USAGE =
  'workspaces list, or workspaces set NAME with one or more of --reminders on|off, --retention-days DAYS|never, --notify-email ADDRESS|none, --reply-to ADDRESS|none, --brand-color #RRGGBB|none, --logo FILE|none, --locale TAG, --time-zone ZONE|none, --region eu|ch|us, --sender-name TEXT|none, --signer-locale TAG, --expires-in-days DAYS|none, --print-document-id on|off'

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

/** The options, each with the settings that its text stands for. */
const OPTIONS: Record<string, (text: string) => WorkspaceSettings | Promise<WorkspaceSettings>> = {
  reminders: (text) => ({ reminders: onOrOff('--reminders', text) }),
  'retention-days': (text) => ({ retention_days: text === 'never' ? null : daysIn(text) }),
  'notify-email': (text) => ({ notify_email: orNone(text) }),
  'reply-to': (text) => ({ reply_to: orNone(text) }),
  'brand-color': (text) => ({ brand_color: orNone(text.toLowerCase()) }),
  logo: (text) => (text === 'none' ? { logo: null, logo_type: null } : logo(text)),
  locale: (text) => ({ locale: text }),
  'time-zone': (text) => ({ time_zone: orNone(text) }),
  region: (text) => ({ region: text as Region }),
  'sender-name': (text) => ({ sender_name: orNone(text) }),
  'signer-locale': (text) => ({ signer_locale: text }),
  'expires-in-days': (text) => ({ expires_in_days: text === 'none' ? null : daysIn(text) }),
  'print-document-id': (text) => ({ print_document_id: onOrOff('--print-document-id', text) }),
}

async function set(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }])),
  })
  const [name] = positionals
  const given = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (!name || given.length === 0) throw new UsageError(USAGE)
  const settings: WorkspaceSettings[] = await Promise.all(given.map(([option, text]) => OPTIONS[option]!(text)))
  const change: WorkspaceSettings = Object.assign({}, ...settings)
  const [problem] = Object.entries(settingProblems(change))
  if (problem) throw new UsageError(`--${problem[0].replaceAll('_', '-')}: ${problem[1]}`)
  const workspace = await withDatabase((ctx) => changeSettings(ctx, name, change))
  if (!workspace) throw new UsageError(`there is no workspace ${name} (see workspaces list)`)
  print(workspace)
}

const orNone = (text: string) => (text === 'none' ? null : text)

function onOrOff(option: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new UsageError(`${option} must be on or off`)
}

async function logo(path: string): Promise<WorkspaceSettings> {
  const file = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`--logo: ${path} cannot be read`, { cause })
  })
  try {
    const { bytes, mediaType } = reencodeImage(file, LOGO_MAX_BYTES)
    return { logo: Buffer.from(bytes), logo_type: mediaType }
  } catch (cause) {
    if (!(cause instanceof ImageError)) throw cause
    throw new UsageError(`--logo: ${path}: ${cause.message}`, { cause })
  }
}

function print(workspace: Workspace): void {
  const { id, name, slug, region, reminders, retention_days } = workspace
  const settings = [
    `reminders ${reminders ? 'on' : 'off'}`,
    `files kept ${retention_days === null ? 'for ever' : `${retention_days} days`}`,
    `notifies ${workspace.notify_email ?? 'nobody'}`,
    `answers to ${workspace.reply_to ?? 'the sending address'}`,
    `colour ${workspace.brand_color ?? 'ours'}`,
    `logo ${workspace.logo ? 'set' : 'none'}`,
    workspace.locale,
    workspace.time_zone ?? 'UTC',
  ]
  process.stdout.write(`${[id, name, slug, region, ...settings].join('\t')}\n`)
}

import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isLocale, LOCALES } from '../domain/locales.ts'
import { isReadable, textOn } from '../domain/messages/templates/colour.ts'
import { isAddress } from '../domain/people/address.ts'
import type { Workspace } from '../domain/records/workspaces/read.ts'
import {
  changeSettings,
  LOGO_MAX_BYTES,
  listWorkspaces,
  type WorkspaceSettings,
} from '../domain/records/workspaces/settings.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import { EXPIRY } from '../limits.ts'
import { ImageError } from '../pdf/errors.ts'
import { reencodeImage } from '../pdf/image.ts'
import { REGIONS, type Region } from '../regions.ts'
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
  'retention-days': (text) => ({ retention_days: daysOrNever(text) }),
  'notify-email': (text) => ({ notify_email: orNone(text, (given) => address('--notify-email', given)) }),
  'reply-to': (text) => ({ reply_to: orNone(text, (given) => address('--reply-to', given)) }),
  'brand-color': (text) => ({ brand_color: orNone(text, colour) }),
  logo: (text) => (text === 'none' ? { logo: null, logo_type: null } : logo(text)),
  locale: (text) => ({ locale: locale(text) }),
  'time-zone': (text) => ({ time_zone: orNone(text, zone) }),
  region: (text) => ({ region: region(text) }),
  'sender-name': (text) => ({ sender_name: orNone(text, senderName) }),
  'signer-locale': (text) => ({ signer_locale: locale(text) }),
  'expires-in-days': (text) => ({ expires_in_days: orNone(text, daysToSign) }),
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
  const settings = await Promise.all(given.map(([option, text]) => OPTIONS[option]!(text)))
  const workspace = await withDatabase((ctx) => changeSettings(ctx, name, Object.assign({}, ...settings)))
  if (!workspace) throw new UsageError(`there is no workspace ${name} (see workspaces list)`)
  print(workspace)
}

function orNone<T>(text: string, parse: (text: string) => T): T | null {
  return text === 'none' ? null : parse(text)
}

function onOrOff(option: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new UsageError(`${option} must be on or off`)
}

function daysOrNever(text: string): number | null {
  if (text === 'never') return null
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError('--retention-days must be a number of days, 1 or more, or never')
}

function region(text: string): Region {
  const found = REGIONS.find((name) => name === text)
  if (found) return found
  throw new UsageError(`--region must be one of ${REGIONS.join(', ')}`)
}

function senderName(text: string): string {
  if (text.length <= 100 && !/\p{Cc}/u.test(text)) return text
  throw new UsageError('--sender-name must be a name of at most 100 characters, or none')
}

function daysToSign(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= EXPIRY.maxDays) return Number(text)
  throw new UsageError(`--expires-in-days must be a number of days, 1 to ${EXPIRY.maxDays}, or none`)
}

function address(option: string, text: string): string {
  if (isAddress(text)) return text
  throw new UsageError(`${option} must be an email address, or none`)
}

function colour(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new UsageError('--brand-color must be a colour such as #1f4fd8, or none')
  if (!isReadable(textOn(text), text))
    throw new UsageError(`--brand-color: neither white nor black text can be read on ${text}`)
  return text.toLowerCase()
}

function locale(text: string): string {
  if (isLocale(text)) return text
  throw new UsageError(`--locale must be one of ${LOCALES.join(', ')}`)
}

function zone(text: string): string {
  if (isTimeZone(text)) return text
  throw new UsageError('--time-zone must be a zone such as Europe/Zurich, or none')
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

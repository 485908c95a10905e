import { readFile } from 'node:fs/promises'
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
import { UsageError } from './errors.ts'
import { type ListForm, printList } from './lists.ts'
import { noWorkspace } from './named-workspace.ts'

/** What `workspaces set` was given, by option. */
export type SettingOptions = Record<string, string>

/** `countersign workspaces list` */
export async function printWorkspaces(form: ListForm): Promise<void> {
  printList(await withDatabase(listWorkspaces), form, columns, ({ id, name, slug, region, ...workspace }) => ({
    ...{ id, name, slug, region },
    reminders: workspace.reminders,
    retention_days: workspace.retention_days,
    notify_email: workspace.notify_email,
    reply_to: workspace.reply_to,
    brand_color: workspace.brand_color,
    has_logo: workspace.logo !== null,
    locale: workspace.locale,
    time_zone: workspace.time_zone,
    sender_name: workspace.sender_name,
    signer_locale: workspace.signer_locale,
    expires_in_days: workspace.expires_in_days,
    print_document_id: workspace.print_document_id,
    direct_links: workspace.direct_links,
    created_at: workspace.created_at,
  }))
}

/** The options, each with the settings that its text stands for. */
const OPTIONS: Record<string, (text: string) => WorkspaceSettings | Promise<WorkspaceSettings>> = {
  reminders: (text) => ({ reminders: text === 'on' }),
  retentionDays: (text) => ({ retention_days: text === 'never' ? null : daysIn(text) }),
  notifyEmail: (text) => ({ notify_email: orNone(text) }),
  replyTo: (text) => ({ reply_to: orNone(text) }),
  brandColor: (text) => ({ brand_color: orNone(text.toLowerCase()) }),
  logo: (text) => (text === 'none' ? { logo: null, logo_type: null } : logo(text)),
  locale: (text) => ({ locale: text }),
  timeZone: (text) => ({ time_zone: orNone(text) }),
  region: (text) => ({ region: text as Region }),
  senderName: (text) => ({ sender_name: orNone(text) }),
  signerLocale: (text) => ({ signer_locale: text }),
  expiresInDays: (text) => ({ expires_in_days: text === 'none' ? null : daysIn(text) }),
  printDocumentId: (text) => ({ print_document_id: text === 'on' }),
  directLinks: (text) => ({ direct_links: text === 'on' }),
}

/** `countersign workspaces set` */
export async function set(name: string, options: SettingOptions): Promise<void> {
  const given = Object.entries(options)
  if (given.length === 0) throw new UsageError('name a setting; "countersign workspaces set --help" lists them')
  const settings: WorkspaceSettings[] = await Promise.all(given.map(([option, text]) => OPTIONS[option]!(text)))
  const change: WorkspaceSettings = Object.assign({}, ...settings)
  const [problem] = Object.entries(settingProblems(change))
  if (problem) throw new UsageError(`--${problem[0].replaceAll('_', '-')}: ${problem[1]}`)
  const workspace = await withDatabase(
    async (ctx) => (await changeSettings(ctx, name, change)) ?? Promise.reject(await noWorkspace(ctx, name)),
  )
  process.stdout.write(`${columns(workspace).join('\t')}\n`)
}

const orNone = (text: string) => (text === 'none' ? null : text)

async function logo(path: string): Promise<WorkspaceSettings> {
  const file = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`--logo: ${path} cannot be read`, { cause })
  })
  try {
    const { bytes, mediaType } = reencodeImage(file, { maxBytes: LOGO_MAX_BYTES })
    return { logo: Buffer.from(bytes), logo_type: mediaType }
  } catch (cause) {
    if (!(cause instanceof ImageError)) throw cause
    throw new UsageError(`--logo: ${path}: ${cause.message}`, { cause })
  }
}

function columns(workspace: Workspace): string[] {
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
  return [id, name, slug, region, ...settings]
}

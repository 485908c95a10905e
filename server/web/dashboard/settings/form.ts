import { daysIn } from '../../../domain/people/setting-rules.ts'
import type { SettingsChange } from '../../../domain/people/settings.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import type { Region } from '../../../regions.ts'
import type { Form } from '../form.ts'
import { changedSince } from '../stored.ts'
import { lineOf } from '../typed.ts'

/** As people say it: "1 day". */
export const dayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/**
 * What the form of the settings says but for a new logo. What was not changed is left out, and so is not judged: it may be
 * older than a rule.
 */
export function readSettings(form: Form): SettingsChange {
  const orNull = (name: string) => form.text(name) || null
  return changedSince<SettingsChange>(form.text('stored'), {
    name: lineOf(form.text('name')),
    slug: form.text('slug'),
    sender_name: lineOf(form.text('sender_name')) || null,
    signer_locale: form.text('signer_locale'),
    expires_in_days: daysOf(form.text('expires_in_days')),
    region: form.text('region') as Region,
    locale: form.text('locale'),
    time_zone: orNull('time_zone'),
    brand_color: form.text('brand_color').toLowerCase() || null,
    reply_to: orNull('reply_to'),
    notify_email: orNull('notify_email'),
    reminders: form.ticked('reminders'),
    print_document_id: form.ticked('print_document_id'),
    direct_links: form.ticked('direct_links'),
    ...(form.ticked('no_picture') && { picture: null }),
  })
}

export const daysOf = (text: string) => (text === '' ? null : daysIn(text))

const FIELDS = [
  ...(['name', 'slug', 'sender_name', 'signer_locale', 'expires_in_days', 'region', 'locale'] as const),
  ...(['time_zone', 'brand_color', 'reply_to', 'notify_email', 'reminders', 'print_document_id'] as const),
  'direct_links' as const,
]

/** What of a workspace the form shows. */
export function shownOf(workspace: Workspace): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map((name) => [name, workspace[name]]))
}

/** How long the files of completed documents are kept: "30 days". */
export const keptFor = ({ retention_days: days }: Pick<Workspace, 'retention_days'>) =>
  days === null ? 'for ever' : dayCount(days)

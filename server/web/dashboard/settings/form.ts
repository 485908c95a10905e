import { isLocale } from '../../../domain/locales.ts'
import { isReadable, textOn } from '../../../domain/messages/templates/colour.ts'
import { isAddress } from '../../../domain/people/address.ts'
import type { SettingsChange } from '../../../domain/people/settings.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import { daysProblem } from '../../../domain/signers/days-to-sign.ts'
import { isTimeZone } from '../../../domain/time-zone.ts'
import type { Region } from '../../../regions.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { changedSince } from '../stored.ts'

const NAME_MAX_CHARACTERS = 100
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/

/** As people say it: "1 day". */
export const dayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/**
 * What the form of the settings says but for a new logo, and what is wrong with it. What was not changed is not judged: it
 * may be older than a rule.
 */
export function readSettings(form: Form, regions: readonly Region[]): { change: SettingsChange; problems: Problems } {
  const problems: Problems = {}
  const name = form.text('name').replace(/\p{Cc}/gu, ' ')
  if (name === '' || name.length > NAME_MAX_CHARACTERS) {
    problems.name = `A name has 1 to ${NAME_MAX_CHARACTERS} characters.`
  }
  const slug = form.text('slug')
  if (!SLUG.test(slug)) problems.slug = 'A short name has 1 to 48 small letters, digits and hyphens between them.'
  const locale = form.text('locale')
  if (!isLocale(locale)) problems.locale = 'Choose one of the languages.'
  const time_zone = form.text('time_zone') || null
  if (time_zone !== null && !isTimeZone(time_zone)) problems.time_zone = 'Enter a time zone such as Europe/Zurich.'
  const brand_color = form.text('brand_color').toLowerCase() || null
  if (brand_color !== null && !/^#[0-9a-f]{6}$/.test(brand_color)) {
    problems.brand_color = 'Enter a colour such as #1f4fd8.'
  } else if (brand_color !== null && !isReadable(textOn(brand_color), brand_color)) {
    problems.brand_color = 'Neither white nor black text can be read on this colour: take a darker or a lighter one.'
  }
  const sender_name = form.text('sender_name').replace(/\p{Cc}/gu, ' ') || null
  if (sender_name !== null && sender_name.length > NAME_MAX_CHARACTERS) {
    problems.sender_name = `A name has at most ${NAME_MAX_CHARACTERS} characters.`
  }
  const signer_locale = form.text('signer_locale')
  if (!isLocale(signer_locale)) problems.signer_locale = 'Choose one of the languages.'
  const expires_in_days = form.text('expires_in_days') === '' ? null : Number(form.text('expires_in_days'))
  const days = daysProblem(expires_in_days)
  if (days !== null) problems.expires_in_days = days
  const region = regions.find((name) => name === form.text('region'))
  if (!region) problems.region = 'Choose one of the regions.'
  const change = changedSince<SettingsChange>(form.text('stored'), {
    name,
    slug,
    sender_name,
    signer_locale,
    expires_in_days,
    region,
    locale,
    time_zone,
    brand_color,
    reply_to: address('reply_to'),
    notify_email: address('notify_email'),
    reminders: form.ticked('reminders'),
    print_document_id: form.ticked('print_document_id'),
    ...(form.ticked('no_picture') && { picture: null }),
  })
  const judged = Object.entries(problems).filter(([field]) => Object.hasOwn(change, field))
  return { change, problems: Object.fromEntries(judged) }

  function address(name: string): string | null {
    const text = form.text(name)
    if (text !== '' && !isAddress(text)) problems[name] = 'Enter an email address, such as office@example.com.'
    return text || null
  }
}

const FIELDS = [
  ...(['name', 'slug', 'sender_name', 'signer_locale', 'expires_in_days', 'region', 'locale'] as const),
  ...(['time_zone', 'brand_color', 'reply_to', 'notify_email', 'reminders', 'print_document_id'] as const),
]

/** What of a workspace the form shows. */
export function shownOf(workspace: Workspace): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map((name) => [name, workspace[name]]))
}

/** How long the files of completed documents are kept: "30 days". */
export const keptFor = ({ retention_days: days }: Pick<Workspace, 'retention_days'>) =>
  days === null ? 'for ever' : dayCount(days)

/** More than two thousand years. */
export const RETENTION_MAX_DAYS = 999_999

/** Days until files are deleted; null: never; undefined: neither. */
export function readRetention(text: string): number | null | undefined {
  if (text === '') return null
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= RETENTION_MAX_DAYS ? days : undefined
}

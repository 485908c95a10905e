import { z } from 'zod'
import { REGIONS } from '../../regions.ts'
import { isReadable, textOn } from '../colour.ts'
import { isLocale, LOCALES } from '../locales.ts'
import { ExpiresInDays } from '../signers/days-to-sign.ts'
import { isTimeZone } from '../time-zone.ts'
import { isAddress } from './address.ts'

const NAME_MAX_CHARACTERS = 100
/** More than two thousand years. */
export const RETENTION_MAX_DAYS = 999_999

const NAME = `A name has 1 to ${NAME_MAX_CHARACTERS} characters.`
const DAYS = `Enter a number of days, 1 to ${RETENTION_MAX_DAYS.toLocaleString('en')}.`
const language = z.string().refine(isLocale, `Choose one of the languages: ${LOCALES.join(', ')}.`)
const address = z.string().refine(isAddress, 'Enter an email address, such as office@example.com.').nullable()

/** What each setting of a workspace may be, with what people are told of anything else. */
const Settings = z
  .object({
    name: z.string().min(1, NAME).max(NAME_MAX_CHARACTERS, NAME),
    slug: z
      .string()
      .regex(
        /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/,
        'A short name has 1 to 48 lowercase letters, digits and hyphens between them.',
      ),
    sender_name: z
      .string()
      .max(NAME_MAX_CHARACTERS, `A name has at most ${NAME_MAX_CHARACTERS} characters.`)
      .regex(/^\P{Cc}*$/u, 'A name has no control characters.')
      .nullable(),
    signer_locale: language,
    expires_in_days: ExpiresInDays,
    retention_days: z.int(DAYS).min(1, DAYS).max(RETENTION_MAX_DAYS, DAYS).nullable(),
    region: z.enum(REGIONS, `Choose one of the regions: ${REGIONS.join(', ')}.`),
    locale: language,
    time_zone: z.string().refine(isTimeZone, 'Enter a time zone such as Europe/Zurich.').nullable(),
    brand_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, { error: 'Enter a colour such as #1f4fd8.', abort: true })
      .refine(
        (colour) => isReadable(textOn(colour), colour),
        'Neither white nor black text can be read on this colour: choose a darker or a lighter one.',
      )
      .nullable(),
    reply_to: address,
    notify_email: address,
  })
  .partial()

/** A number of days as it was typed; text that is none is left for the rules to refuse. */
export const daysIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

/** What is wrong with a change of settings, by the setting. */
export function settingProblems(change: object): Record<string, string> {
  const issues = Settings.safeParse(change).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

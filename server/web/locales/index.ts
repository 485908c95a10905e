import { DEFAULT_LOCALE, type Locale, type Translation, toLocale } from '../../domain/locales.ts'
import { en } from './en.ts'

/** What a language must say: a missing text does not compile. */
export type Messages = Translation<typeof en>

const CATALOGUES: Record<Locale, Messages> = { en }

export interface Language {
  locale: Locale
  messages: Messages
}

/** The language of a tag as stored with the signer; our default for any other. */
export function languageOf(tag: string | null): Language {
  const locale = tag === null ? DEFAULT_LOCALE : toLocale(tag)
  return { locale, messages: CATALOGUES[locale] }
}

/** A date in the signer's language, in UTC because the server knows no time zone of theirs. */
export function longDate(locale: Locale, iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

/** Date and time, saying that it is UTC. */
export function longTime(locale: Locale, iso: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}

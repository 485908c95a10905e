import { DEFAULT_LOCALE, isLocale, type Locale, toLocale } from '../../domain/locales.ts'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'

export type { Messages } from './en.ts'

const CATALOGUES: Record<Locale, Messages> = { en, de, fr, it, es, pt, nl, pl, sv, da, cs, ar }

export interface Language {
  locale: Locale
  messages: Messages
  /** The signer can switch it on the page: by the mailed link, not in a frame, whose session says the language. */
  isChoosable?: boolean
}

/** The language of a tag as stored with the signer; our default for any other. */
export function languageOf(tag: string | null): Language {
  const locale = tag === null ? DEFAULT_LOCALE : toLocale(tag)
  return { locale, messages: CATALOGUES[locale] }
}

/** What `?lang=` asks for; any other tag, or none, is the language given. */
export function chosenLanguage(asked: string | undefined, otherwise: string | null): Language {
  return { ...languageOf(asked !== undefined && isLocale(asked) ? asked : otherwise), isChoosable: true }
}

/** A date in the signer's language, in UTC because the server knows no time zone of theirs. */
export function longDate(locale: Locale, iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(iso),
  )
}

/** Date and time, saying that it is UTC. */
export function longTime(locale: Locale, iso: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  return `${format.format(new Date(iso))} UTC`
}

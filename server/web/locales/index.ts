import { DEFAULT_LOCALE, isLocale, type Locale, toLocale } from '../../domain/locales.ts'
import { dateFormat } from '../../domain/time-zone.ts'
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
  /** The signer can change it on the page: by the emailed link, not in a frame, where the session sets the language. */
  isChoosable?: boolean
}

/** The language of a tag as stored with the signer; our default for any other. */
export function languageOf(tag: string | null): Language {
  const locale = tag === null ? DEFAULT_LOCALE : toLocale(tag)
  return { locale, messages: CATALOGUES[locale] }
}

/** The language requested by `?lang=`; the fallback for any other tag, or none. */
export function chosenLanguage(requested: string | undefined, fallback: string | null): Language {
  return { ...languageOf(requested !== undefined && isLocale(requested) ? requested : fallback), isChoosable: true }
}

/** The first language of a browser's `Accept-Language` that we have, for pages that are not for a known person. */
export function acceptedLanguage(header: string | undefined): Language {
  const tags = (header ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase().split('-')[0]!)
  return languageOf(tags.find(isLocale) ?? null)
}

/** Date and time, marked as UTC. */
export function longTime(locale: Locale, iso: string): string {
  const format = dateFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  return `${format.format(new Date(iso))} UTC`
}

import { type Locale, type Translation, toLocale } from '../../locales.ts'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'

/** What a language must say: a missing text does not compile. */
export type MailTexts = Translation<typeof en>

const TEXTS: Record<Locale, MailTexts> = { en, de, fr, it, es, pt, nl, pl, sv, da, cs, ar }

/** The texts of a language tag as stored with the signer. */
export function mailTexts(tag: string): MailTexts {
  return TEXTS[toLocale(tag)]
}

import { type Locale, toLocale } from '../../locales.ts'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en, type MailTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'

export type { MailTexts } from './en.ts'

const TEXTS: Record<Locale, MailTexts> = { en, de, fr, it, es, pt, nl, pl, sv, da, cs, ar }

/** The texts of a language tag as stored with the signer. */
export function mailTexts(tag: string): MailTexts {
  return TEXTS[toLocale(tag)]
}

import type { ConsentTexts } from '../types.ts'
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

/**
 * Only the English text was written to meet the law (15 USC 7001); the others are translations awaiting legal review.
 */
export const consentTexts: ConsentTexts = {
  en: { text: en, reviewed: true },
  de: { text: de, reviewed: false },
  fr: { text: fr, reviewed: false },
  it: { text: it, reviewed: false },
  es: { text: es, reviewed: false },
  pt: { text: pt, reviewed: false },
  nl: { text: nl, reviewed: false },
  pl: { text: pl, reviewed: false },
  sv: { text: sv, reviewed: false },
  da: { text: da, reviewed: false },
  cs: { text: cs, reviewed: false },
  ar: { text: ar, reviewed: false },
}

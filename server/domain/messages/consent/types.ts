import type { Locale } from '../../locales.ts'

/** One version of the disclosure: in every language its exact words, and whether a lawyer has checked them. */
export type ConsentTexts = Record<Locale, { text: string; reviewed: boolean }>

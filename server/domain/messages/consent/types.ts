import type { Locale } from '../../locales.ts'

/** One version of the disclosure: its exact text in every language, and whether a lawyer has reviewed it. */
export type ConsentTexts = Record<Locale, { text: string; reviewed: boolean }>

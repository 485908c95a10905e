/** Languages of the signer's page, mails and messages. A tag outside the list is refused (contract 2.5). */
export const LOCALES = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'sv', 'da', 'cs', 'ar'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag)
}

/** A stored tag as a language we have: one that was dropped since falls back to the default. */
export function toLocale(tag: string): Locale {
  return isLocale(tag) ? tag : DEFAULT_LOCALE
}

const RIGHT_TO_LEFT: readonly string[] = ['ar']

/** The direction its script runs in. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr'
}

/** The forms a counted text has in a language (CLDR); which of them it needs, `Intl.PluralRules` knows. */
export type PluralForms = { other: string } & Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>

/** What every language must say, told from the English texts: a missing or surplus one does not compile. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends { one: string; other: string }
      ? PluralForms
      : Translation<English[Key]>
}

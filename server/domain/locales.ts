/** Languages of the signer's page, emails and text messages. A tag outside the list is refused (contract 2.5). */
export const LOCALES = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'sv', 'da', 'cs', 'ar'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag)
}

/** A stored tag as a supported language: one that was dropped since falls back to the default. */
export function toLocale(tag: string): Locale {
  return isLocale(tag) ? tag : DEFAULT_LOCALE
}

const RIGHT_TO_LEFT: readonly string[] = ['ar']

/** The direction of its script. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr'
}

/** The forms of a counted text in a language (CLDR); `Intl.PluralRules` selects one. */
export type PluralForms = { other: string } & Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>

/** What every language must provide, derived from the English texts: a missing or surplus text does not compile. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends { one: string; other: string }
      ? PluralForms
      : Translation<English[Key]>
}

/** Languages of the signer's page, mails and messages. A tag outside the list is refused (contract 2.5). */
export const LOCALES = ['en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag)
}

/** A stored tag as a language we have: one that was dropped since falls back to the default. */
export function toLocale(tag: string): Locale {
  return isLocale(tag) ? tag : DEFAULT_LOCALE
}

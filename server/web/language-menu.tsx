import { LOCALES, type Locale } from '../domain/locales.ts'
import type { Language } from './locales/index.ts'

/** Each language's own name, capitalised as at the start of a sentence. */
const NAMES = new Map(
  LOCALES.map((locale) => {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
    return [locale, name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)]
  }),
)

const nameOf = (locale: Locale) => NAMES.get(locale)

/**
 * Every language by its own name, as a link to the same page in it. Needs no script and no cookie: the choice is in the
 * URL, so it survives a reload.
 */
export function LanguageMenu({ language }: { language: Language }) {
  const { label } = language.messages.language
  return (
    <details class="languages">
      <summary aria-label={`${label}: ${nameOf(language.locale)}`} title={label}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="9" />
          <path d="M3 12h18M12 3c-5.4 5.4-5.4 12.6 0 18M12 3c5.4 5.4 5.4 12.6 0 18" />
        </svg>
      </summary>
      <nav aria-label={label}>
        <ul>
          {LOCALES.map((locale) => (
            <li>
              <a
                href={`?lang=${locale}`}
                lang={locale}
                hreflang={locale}
                aria-current={locale === language.locale ? 'true' : undefined}
              >
                {nameOf(locale)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

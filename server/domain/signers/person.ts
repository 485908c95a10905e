import { invalid } from '../invalid.ts'
import { isLocale, LOCALES, type Locale } from '../locales.ts'
import { isVisible } from '../typed-text.ts'

/** In one part or in two, never both. */
export interface GivenName {
  full: string | null
  first: string | null
  last: string | null
}

/**
 * The whole name; null: none, the signer types it.
 * @param at the place of the person in the body, such as `signers[0]`; empty for the body itself
 * @throws DomainError `invalid_request`
 */
export function fullName({ full, first, last }: GivenName, at: string): string | null {
  const place = (key: string) => (at === '' ? key : `${at}.${key}`)
  const name = visible(full)
  const parts = [visible(first), visible(last)].filter((part) => part !== null)
  if (name !== null && parts.length > 0) {
    throw invalid(place('name'), `${at || 'the body'} has both name and first_name/last_name; send one form`)
  }
  if (Boolean(first) !== Boolean(last)) {
    const missing = first ? 'last_name' : 'first_name'
    throw invalid(place(missing), `${at || 'the body'} needs first_name and last_name together`)
  }
  return name ?? (parts.join(' ') || null)
}

/** A name of invisible characters only counts as absent, and is no reason to refuse what another would not be. */
function visible(name: string | null): string | null {
  return name !== null && isVisible(name) ? name.trim() : null
}

/** @throws DomainError `invalid_request` for a language that we do not have */
export function supportedLocale(locale: string, path: string): Locale {
  if (isLocale(locale)) return locale
  throw invalid(path, `${path} "${locale}" is not supported; use one of: ${LOCALES.join(', ')}`)
}

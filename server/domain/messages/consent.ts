import { createHash } from 'node:crypto'
import { DEFAULT_LOCALE, type Locale } from '../locales.ts'
import { consentTexts as texts20261010 } from './consent/2026-10-10/index.ts'
import type { ConsentTexts } from './consent/types.ts'

/** The disclosure a signer agrees to: its exact text, and the hash that the audit trail records with the consent. */
export interface Consent {
  version: string
  locale: Locale
  /** SHA-256 of `text` as UTF-8, lowercase hex. */
  sha256: string
  /** Plain text; blank lines separate paragraphs, a line that starts with `# ` is a heading. */
  text: string
  /** False: a translation that no lawyer has reviewed yet; the page shows that and offers the English text. */
  reviewed: boolean
}

/**
 * Every version ever shown, newest first. A published text is never edited (a test checks the hashes): signers agreed
 * to exactly these words. It covers what 15 USC 7001(c) and (d) require: paper, withdrawal, scope, contact, equipment,
 * copies.
 */
const VERSIONS: { version: string; texts: ConsentTexts }[] = [{ version: '2026-10-10', texts: texts20261010 }]

/** The disclosure that a signer must agree to now. */
export function consentFor(locale: Locale): Consent {
  return consentOf(VERSIONS[0]!, locale)
}

/** A disclosure by its version, for the record; null if there never was such a version. */
export function consentVersion(version: string, locale: Locale = DEFAULT_LOCALE): Consent | null {
  const found = VERSIONS.find((candidate) => candidate.version === version)
  return found ? consentOf(found, locale) : null
}

function consentOf({ version, texts }: (typeof VERSIONS)[number], locale: Locale): Consent {
  const { text, reviewed } = texts[locale]
  return { version, locale, sha256: createHash('sha256').update(text, 'utf8').digest('hex'), text, reviewed }
}

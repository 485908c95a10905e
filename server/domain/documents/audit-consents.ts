import type { AuditTrailModel } from '../../pdf/types.ts'
import { isLocale } from '../locales.ts'
import { consentVersion } from '../messages/consent.ts'
import type { ChainedAuditEvent } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'

/** Each text that signers agreed to, once, with who agreed to it. */
export function consentsOf(events: ChainedAuditEvent[], signers: SignerRow[]): AuditTrailModel['consents'] {
  const consented = events.filter(({ type }) => type === 'consented')
  const hashes = new Set(consented.map(({ meta }) => String(meta.text_sha256)))
  return [...hashes].map((sha256) => {
    const agreed = consented.filter(({ meta }) => meta.text_sha256 === sha256)
    const { version, locale } = agreed[0]!.meta
    const people = agreed.flatMap(({ signing_request_id: id }) => signers.find((signer) => signer.id === id) ?? [])
    return {
      facts: [
        ['Version', `${version}, in ${languageName(String(locale))}`],
        ['SHA-256 of the text', sha256],
        ['Agreed to by', people.map(({ name, email }) => name ?? email).join('; ')],
      ],
      text: textOf(String(version), String(locale), sha256),
    }
  })
}

function languageName(locale: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale
}

/** Null: this server has no text with that hash. */
function textOf(version: string, locale: string, sha256: string): string | null {
  const consent = isLocale(locale) ? consentVersion(version, locale) : null
  return consent?.sha256 === sha256 ? consent.text : null
}

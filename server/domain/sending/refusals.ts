import { upTo } from '../../characters.ts'
import type { PdfError } from '../../pdf/errors.ts'
import type {
  ConformanceLoss,
  EarlierSignature,
  Inspection,
  RemovedContent,
  UnsupportedReason,
} from '../../pdf/types.ts'
import { DomainError } from '../errors.ts'
import type { Warning } from './draft.ts'
import { printable } from './file-name.ts'
import type { SourceFile } from './source.ts'

const REASONS: Record<UnsupportedReason, string> = {
  encrypted: 'the PDF needs a password to be opened, or its encryption is not known; remove it and send the PDF again',
  damaged: 'the PDF is damaged: no page tree can be rebuilt',
  xfa: 'the PDF is a dynamic XFA form, which has no fixed pages to sign',
  already_signed: 'the PDF is already signed, and what would have to be changed in it would break the signature',
  no_further_signatures: 'the PDF is already signed, and its signatures permit no further one',
  signed_active_content:
    'the PDF is already signed and holds active content, which cannot be removed under a signature',
  signed_markers:
    'the PDF is already signed and has markers, which cannot be masked under a signature; use placement explicit',
  signed_append: 'the PDF is already signed, so no signature page can be appended; use placement explicit',
  no_pages: 'the PDF has no pages',
  too_many_pages: 'the PDF has more than 2,000 pages',
  too_complex: 'the PDF is too complex to be processed safely',
  reserved_content: 'the PDF contains a reserved signature placeholder',
  unreadable_content:
    'a page has content that cannot be decoded, so it cannot be searched for markers; use placement auto_append or explicit',
  not_sealable: 'a trial of signing and sealing the PDF failed',
  mark_hidden:
    'a mark of a signer would not be seen in the signed PDF; place the field elsewhere, or print the file to a new PDF',
}

/** Only the engine knows which check, signature or content it was. */
const DETAILED: ReadonlySet<string> = new Set<UnsupportedReason>([
  'not_sealable',
  'mark_hidden',
  'no_further_signatures',
  'signed_active_content',
])

/** The engine's refusal as the API reports it: `pdf_unsupported` with `meta.reason`, or `placement_failed`. */
export function pdfRefusal(error: PdfError): DomainError {
  if (error.reason === 'placement_failed') {
    return new DomainError('placement_failed', 'the markers could not be masked or the signature page not appended', {
      cause: error,
    })
  }
  const words = REASONS[error.reason]
  const message = DETAILED.has(error.reason) ? `${words}: ${error.message}` : words
  return new DomainError('pdf_unsupported', message, { meta: { reason: error.reason }, cause: error })
}

/** What was changed or is wrong with the file, and one warning per kind of active content that was removed (decision 0011). */
export function fileWarnings(
  { removed, portfolio, unusualPages, truncated, signed }: Inspection,
  { leadingBytes, encryption }: SourceFile['original'],
): Warning[] {
  const found: Warning[] = []
  if (leadingBytes > 0) {
    const message = `${leadingBytes} bytes before the %PDF header were removed`
    found.push({ field: 'file', code: 'leading_bytes_removed', message })
  }
  if (encryption !== null) {
    const message = `the PDF was encrypted (${encryption}) but opens without a password; its encryption was removed`
    found.push({ field: 'file', code: 'encryption_removed', message })
  }
  if (truncated) {
    const message = 'the end of the file is missing, as after an interrupted transfer; check that all pages are there'
    found.push({ field: 'file', code: 'file_truncated', message })
  }
  if (unusualPages.length > 0) {
    const more = unusualPages.length - NAMED_PAGES
    const pages = [...unusualPages.slice(0, NAMED_PAGES), ...(more > 0 ? [`${more} more are unusual too`] : [])].join(
      ', ',
    )
    found.push({ field: 'file', code: 'unusual_page', message: `${pages}; viewers may not show what is written there` })
  }
  if (signed) found.push({ field: 'file', code: 'marks_as_fields', message: MARKS_AS_FIELDS })
  const kinds = removed.map(
    (kind): Warning =>
      kind === 'embedded_files'
        ? { field: 'file', code: 'attachments_removed', message: attachmentWords(portfolio) }
        : {
            field: 'file',
            code: 'active_content_removed',
            message: SETTLED[kind] ?? `active content was removed: ${kind}`,
          },
  )
  return [...found, ...kinds]
}

/** MuPDF draws a look of its own for a signature field that nobody signed (decision 0410). */
const MARKS_AS_FIELDS =
  'the PDF is already signed, so what the signers write is added as signature fields, which keeps its signatures valid; viewers built on MuPDF show an arrow in place of each'

/** What was not removed, but made what the signers see. */
const SETTLED: Partial<Record<RemovedContent, string>> = {
  layer_states: 'layers that a viewer would switch, as in print, stay as they are on screen (layer_states)',
  print_difference: 'what is shown on screen is printed, and nothing else (print_difference)',
}

/** Whoever signs a portfolio should know that it is its cover that they sign. */
function attachmentWords(portfolio: string[] | null): string {
  if (portfolio === null) return 'files embedded in the PDF were removed'
  const names = portfolio.slice(0, NAMED_FILES).map((name) => `"${upTo(NAME_LENGTH, printable(name))}"`)
  const more = portfolio.length - names.length
  const files = names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `the PDF is a portfolio, of which only the cover is signed; its files were removed${files && `: ${files}`}`
}

const NAMED_PAGES = 10
const NAMED_FILES = 10
const NAME_LENGTH = 80

/** Whoever signs a file after others should know that it was changed since, or that nobody can tell. */
export function signatureWarnings(signatures: EarlierSignature[]): Warning[] {
  return signatures
    .filter(({ state }) => state !== 'valid')
    .map(({ field, signer, state }) => ({
      field: 'file',
      code: 'earlier_signature',
      message: `the signature ${[`"${field}"`, signer && `by ${signer}`].filter(Boolean).join(' ')} that the PDF brings along ${state === 'invalid' ? 'is not valid: the file is not what was signed' : 'could not be checked'}`,
    }))
}

/** Claims that the signed file does not keep: removed, or true of an earlier revision alone (decisions 0431 and 0410). */
export function conformanceWarnings(lost: ConformanceLoss[]): Warning[] {
  return lost.map(({ claim, reason, earlierOnly }) => ({
    field: 'file',
    code: 'conformance_lost',
    message: earlierOnly
      ? `only what was signed before is ${claim}, the file with further signatures is not: ${reason}`
      : `the file no longer claims to be ${claim}: ${reason}`,
  }))
}

import { appendSignaturePages } from './append-page.ts'
import { defineDanglingReferences } from './dangling.ts'
import { openPdf } from './document.ts'
import { PdfError } from './errors.ts'
import type { FontOptions } from './fonts/index.ts'
import { UPLOAD_LIMITS } from './limits.ts'
import { maskMarkers } from './mask.ts'
import { sanitise } from './sanitise.ts'
import type { Prepared, PrepareOptions } from './types.ts'

/**
 * The preparation revision: active content cut off, markers masked, signature pages appended, a broken
 * cross-reference rebuilt. Upload plus `delta` is what the signers are shown; both stay prefixes of the sealed file.
 * @throws PdfError `placement_failed` when masking or appending failed, and what `inspect` throws.
 */
export async function prepare(
  bytes: Uint8Array,
  options: PrepareOptions,
  fontOptions: FontOptions = {},
): Promise<Prepared> {
  const pdf = openPdf(bytes, UPLOAD_LIMITS)
  defineDanglingReferences(pdf)
  if (pdf.context.largestObjectNumber > UPLOAD_LIMITS.objectNumber) {
    throw new PdfError('too_complex', 'The object numbers of the PDF leave no room for its signatures')
  }
  sanitise(pdf)
  maskMarkers(pdf, options.maskPages)
  const appended = options.append.length > 0 ? await appendSignaturePages(pdf, options, fontOptions) : []
  const pages = pdf.pages.map(({ width, height }) => ({ width, height }))
  return { delta: pdf.appendRevision(), pageCount: pages.length, pages, appended }
}

import { appendSignaturePages } from './append-page.ts'
import { attachedNames } from './attachments/index.ts'
import { claimsOfEarlier, embedsFonts, keepClaims } from './conformance/index.ts'
import { flattenCovering } from './covering.ts'
import { defineDanglingReferences } from './dangling.ts'
import { openPdf, type PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import type { FontOptions } from './fonts/index.ts'
import { drawFootLine } from './foot-line.ts'
import { type HashedPdf, withDelta } from './hashed.ts'
import { UPLOAD_LIMITS } from './limits.ts'
import { maskMarkers } from './mask.ts'
import { layPaper } from './paper.ts'
import { makeAndRehearse, type Rehearsal } from './rehearse.ts'
import { sanitise } from './sanitise.ts'
import { isSigned } from './signed.ts'
import { sizeOf } from './sizes.ts'
import { survey } from './survey.ts'
import type { Box, ConformanceLoss, Prepared, PrepareOptions } from './types.ts'

/**
 * Prepares, and makes sure that the result can be signed by all and sealed: nothing is stored before.
 * @returns with the SHA-256 (lowercase hex) of what the signers are shown: upload and preparation
 * @throws PdfError as `prepare` and `makeAndRehearse`
 */
export async function prepareAndRehearse(
  upload: HashedPdf,
  options: PrepareOptions,
  rehearsal: Rehearsal,
  fontOptions: FontOptions = {},
): Promise<Prepared & { sha256: string }> {
  const make = async (paper: Box[]) => {
    const prepared = await prepare(upload.bytes, { ...options, paper }, fontOptions)
    const marks = options.marks.map(({ ref, boxes }) => [
      ...boxes,
      ...prepared.appended.filter((box) => box.ref === ref),
    ])
    const judged = options.marks.flatMap(({ boxes }) => boxes)
    return { prepared, shown: withDelta(upload, prepared.delta), marks, judged }
  }
  const { prepared, shown } = await makeAndRehearse(make, upload.bytes.length, rehearsal)
  return { ...prepared, sha256: shown.hash.copy().digest('hex') }
}

/**
 * The preparation revision: active content cut off, markers masked, what would hide a signer's mark made part of its
 * page, signature pages appended, the line at the foot of the pages, a broken cross-reference rebuilt. Upload plus `delta` is what the signers are shown;
 * both stay prefixes of the sealed file.
 * @param options.paper boxes under which white paper is laid: their ground is too dark to write on
 * @throws PdfError `placement_failed` when masking or appending failed, and what `inspect` throws.
 */
export async function prepare(
  bytes: Uint8Array,
  options: PrepareOptions & { paper?: Box[] },
  fontOptions: FontOptions = {},
): Promise<Prepared> {
  const pdf = openPdf(bytes, UPLOAD_LIMITS, options.cut)
  if (isSigned(pdf)) return unchanged(pdf, options)
  const lost = makeReady(pdf)
  maskMarkers(pdf, options.maskPages)
  const boxes = options.marks.flatMap((mark) => mark.boxes)
  await flattenCovering(pdf, boxes, fontOptions)
  layPaper(pdf, options.paper ?? [])
  const appended = options.append.length > 0 ? await appendSignaturePages(pdf, options, fontOptions) : []
  if (options.footLine) await drawFootLine(pdf, options.footLine, fontOptions)
  const pages = pdf.pages.map(sizeOf)
  const delta = pdf.appendRevision()
  return { delta, pageCount: pages.length, pages, appended, lost, embedsFonts: embedsFonts(pdf) }
}

/**
 * Opens a file for its first revision of ours and does what every one needs before anything is drawn.
 * @returns with the claims that had to be taken out
 * @throws PdfError `already_signed`, and as `prepare`
 */
export function openForPreparation(bytes: Uint8Array): { pdf: PdfFile; lost: ConformanceLoss[] } {
  const pdf = openPdf(bytes, UPLOAD_LIMITS)
  if (isSigned(pdf)) throw new PdfError('already_signed', 'The PDF is signed, so nothing can be printed into it')
  return { pdf, lost: makeReady(pdf) }
}

/** Active content cut off, dangling references defined, lengths of streams put right, claims that cannot be kept taken out. */
function makeReady(pdf: PdfFile): ConformanceLoss[] {
  const found = survey(pdf)
  defineDanglingReferences(pdf, found)
  if (pdf.context.largestObjectNumber > UPLOAD_LIMITS.objectNumber) {
    throw new PdfError('too_complex', 'The object numbers of the PDF leave no room for its signatures')
  }
  // Viewers disagree on where such a stream ends: some read on, into other objects, and lose what is drawn after it.
  for (const ref of found.mismeasured) pdf.touch(ref)
  sanitise(pdf, found)
  return keepClaims(pdf, attachedNames(pdf))
}

/** Under earlier signatures nothing is prepared: what would have to be was refused (decision 0410). */
function unchanged(pdf: PdfFile, { append, maskPages }: PrepareOptions): Prepared {
  if (append.length > 0) throw new PdfError('signed_append', 'The PDF is signed, so no page can be appended')
  if (maskPages.length > 0) throw new PdfError('signed_markers', 'Markers stand under the signatures of the PDF')
  const pages = pdf.pages.map(sizeOf)
  const lost = claimsOfEarlier(pdf)
  return { delta: new Uint8Array(), pageCount: pages.length, pages, appended: [], lost, embedsFonts: embedsFonts(pdf) }
}

import { PDFDict } from 'pdf-lib'
import { type EarlierSignature, forbidsSignature, listSignatures } from '../../sdk/src/verify/earlier-signatures.ts'
import { FileHashes } from '../../sdk/src/verify/hash.ts'
import { PdfReader } from '../../sdk/src/verify/pdf-reader.ts'
import type { PdfFile } from './document.ts'
import { PdfError, refusing } from './errors.ts'
import { formFields } from './form-fields.ts'
import { get } from './objects.ts'
import { sanitise } from './sanitise.ts'
import type { RemovedContent } from './types.ts'

/**
 * Whether a field of the form is signed. Then nothing under the signatures may change: marks are drawn as appearances of
 * new signature fields, and the seal is an approval signature (decision 0410).
 */
export function isSigned(pdf: PdfFile): boolean {
  const form = get.dict(pdf.catalog, 'AcroForm')
  return (
    form !== undefined && formFields(pdf, 'form').some(({ type, value }) => type === 'Sig' && value instanceof PDFDict)
  )
}

/** Usage rights are a signature too. The others do nothing by themselves, and were there for whoever signed before. */
const STAYING: ReadonlySet<RemovedContent> = new Set([
  'usage_rights',
  'unsafe_link',
  'view_change',
  'layer_states',
  'print_difference',
])

/**
 * Refuses a signed file that our revisions could not be appended to without making its signatures invalid.
 * @param cut bytes that were cut off before its header
 * @throws PdfError `already_signed`, `no_further_signatures`, `signed_active_content`
 */
export function checkExtendable(pdf: PdfFile, cut: number): void {
  if (cut > 0) throw new PdfError('already_signed', 'The PDF is signed, and bytes stand before its header')
  const reader = refusing(() => PdfReader.open(pdf.bytes))
  const forbidden = refusing(() => forbidsSignature(reader))
  if (forbidden) throw new PdfError('no_further_signatures', forbidden)
  // On this copy only; nothing of it is kept.
  const active = sanitise(pdf).filter((kind) => !STAYING.has(kind))
  if (active.length > 0) throw new PdfError('signed_active_content', active.join(', '))
  if (pdf.repaired) throw new PdfError('already_signed', 'The PDF is signed, and its cross-reference is damaged')
}

/** A signature outside the form, or a certification that no field holds: nobody can say what it permits. */
export function hasStraySignature(pdf: PdfFile): boolean {
  const permissions = get.dict(pdf.catalog, 'Perms')
  if (permissions && get.dict(permissions, 'DocMDP')) return true
  return formFields(pdf).some(
    ({ type, dict, value }) => type === 'Sig' && (value instanceof PDFDict || get.dict(dict, 'V')),
  )
}

/** The signatures that a file brings along, oldest first. */
export async function signaturesOf(bytes: Uint8Array): Promise<EarlierSignature[]> {
  return listSignatures(
    refusing(() => PdfReader.open(bytes)),
    new FileHashes(bytes),
  )
}

import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib'
import type { PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import { LIMITS } from './limits.ts'
import { get, items } from './objects.ts'

export interface FormField {
  dict: PDFDict
  /** The indirect object to touch when `dict` is changed. */
  holder: PDFRef
  /** `/FT`, own or inherited: Tx, Btn, Ch, Sig. */
  type: string | undefined
  /** `/V`, own or inherited. */
  value: PDFObject | undefined
}

/**
 * Every field and widget of the document: the form's tree (ISO 32000-1, 12.7.3) and widgets that stand only on
 * their page. Read directly, because a form library would repair and drop things while reading.
 * @param where `form`: only those of the form's tree, for which no page is read
 * @throws PdfError `too_complex`.
 */
export function formFields(pdf: PdfFile, where: 'everywhere' | 'form' = 'everywhere'): FormField[] {
  const found: FormField[] = []
  const seen = new Set<PDFDict>()
  const visit = (entry: PDFObject | undefined, above: Pick<FormField, 'holder' | 'type' | 'value'>, depth: number) => {
    const dict = pdf.lookup(entry)
    if (!(dict instanceof PDFDict) || seen.has(dict)) return
    seen.add(dict)
    if (seen.size > LIMITS.walkedNodes || depth > LIMITS.objectDepth)
      throw new PdfError('too_complex', 'The form has too many fields')
    const field = {
      dict,
      holder: entry instanceof PDFRef ? entry : above.holder,
      type: get.name(dict, 'FT') ?? above.type,
      value: get.object(dict, 'V') ?? above.value,
    }
    found.push(field)
    for (const kid of get.array(dict, 'Kids')?.asArray() ?? []) visit(kid, field, depth + 1)
  }
  const form = get.dict(pdf.catalog, 'AcroForm')
  const formRef = get.ref(pdf.catalog, 'AcroForm') ?? pdf.catalogRef
  const root = { holder: formRef, type: undefined, value: undefined }
  for (const field of (form && get.array(form, 'Fields'))?.asArray() ?? []) visit(field, root, 0)
  for (const page of where === 'form' ? [] : pdf.pages) {
    for (const [i, annotation] of items(get.array(page.dict, 'Annots')).entries()) {
      if (!(annotation instanceof PDFDict) || get.name(annotation, 'Subtype') !== 'Widget') continue
      visit(get.array(page.dict, 'Annots')!.get(i), { ...root, holder: get.ref(page.dict, 'Annots') ?? page.ref }, 0)
    }
  }
  return found
}

import { PDFDict, PDFHexString, type PDFObject, type PDFRef, PDFString } from 'pdf-lib'
import { dressWidget } from './conformance/widget.ts'
import type { PdfFile } from './document.ts'
import type { Rect } from './geometry.ts'
import { get, items, nameOf } from './objects.ts'
import type { PdfPage } from './pdf-file.ts'

export interface SignatureField {
  /** A number is added where it is taken. */
  name: string
  /** The signature dictionary; without one the field is read-only: it only shows something. */
  value?: PDFRef
  /** What it shows, and where, in user space; by default nothing. */
  appearance?: { form: PDFRef; rect: Rect }
  /** No change is permitted once it is signed (ISO 32000-2, 12.7.5.5). */
  locksDocument?: boolean
  /** The file has signatures: all other entries of its form stay as they are. */
  signed: boolean
  /** One of them certifies that nothing changes: only a field that shows nothing can be added. */
  certified?: boolean
  /** What it is for, to a reader who cannot see it; by default its name. */
  description?: string
}

/**
 * Adds a signature field with one widget on a page. Names and lists may be indirect in the customer's form; whichever
 * object holds them is the one that changes.
 */
export function addSignatureField(file: PdfFile, page: PdfPage, field: SignatureField): void {
  const { context } = file
  const { value, appearance, locksDocument, signed, certified = false } = field
  const { form, formRef } = formOf(file, signed)
  const dict = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: 132, P: page.ref })
  dict.set(nameOf('Rect'), context.obj(appearance ? [...appearance.rect] : [0, 0, 0, 0]))
  const title = uniqueName(form, field.name)
  dict.set(nameOf('T'), PDFHexString.fromText(title))
  if (value) dict.set(nameOf('V'), value)
  else dict.set(nameOf('Ff'), context.obj(1))
  if (appearance) dict.set(nameOf('AP'), context.obj({ N: appearance.form }))
  if (locksDocument) dict.set(nameOf('Lock'), context.obj({ Type: 'SigFieldLock', Action: 'All', P: 1 }))
  const description = field.description ?? title
  dressWidget(file, dict, page, { description, shown: appearance !== undefined, signed, certified })
  const ref = file.register(dict)
  push(file, form, formRef, 'Fields', ref)
  addAnnotation(file, page, ref)
  // Bit 1: signatures exist, bit 2: append only.
  if (!signed) form.set(nameOf('SigFlags'), context.obj((get.number(form, 'SigFlags') ?? 0) | 3))
  file.touch(formRef)
}

/** The form, which becomes an object of its own unless the file is signed. */
function formOf(file: PdfFile, signed: boolean): { form: PDFDict; formRef: PDFRef } {
  const { context, catalog, catalogRef } = file
  const known = get.dict(catalog, 'AcroForm')
  const form = known ?? context.obj({})
  const ref = get.ref(catalog, 'AcroForm')
  // A reference may lead to nothing, or to what is no dictionary.
  if (known && ref) return { form, formRef: ref }
  if (signed) return { form, formRef: catalogRef }
  const formRef = file.register(form)
  catalog.set(nameOf('AcroForm'), formRef)
  file.touch(catalogRef)
  return { form, formRef }
}

/** Puts an annotation above all others of a page. */
export function addAnnotation(file: PdfFile, page: PdfPage, annotation: PDFRef): void {
  push(file, page.dict, page.ref, 'Annots', annotation)
}

function push(file: PdfFile, holder: PDFDict, holderRef: PDFRef, key: string, item: PDFObject): void {
  const list = get.array(holder, key)
  if (list) list.push(item)
  else holder.set(nameOf(key), file.context.obj([item]))
  file.touch((list && get.ref(holder, key)) ?? holderRef)
}

/** Only the partial names of root fields can clash with ours. */
function uniqueName(form: PDFDict, name: string): string {
  const taken = new Set<string>()
  for (const field of items(get.array(form, 'Fields'))) {
    const title = field instanceof PDFDict ? get.object(field, 'T') : undefined
    if (title instanceof PDFString || title instanceof PDFHexString) taken.add(title.decodeText())
  }
  let unique = name
  for (let number = 2; taken.has(unique); number++) unique = `${name} ${number}`
  return unique
}

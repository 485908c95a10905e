import { PDFArray, type PDFDict, PDFHexString, type PDFObject, PDFStream, PDFString } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { PdfError } from '../errors.ts'
import { LIMITS, STEPS } from '../limits.ts'
import { get, items, nameText, numberOf } from '../objects.ts'

/** A choice field that shows only what is chosen (ISO 32000-1, table 230: bit 18). */
const COMBO = 1 << 17

/** Viewers draw all fields themselves, whatever appearance the file brings (ISO 32000-1, 12.7.2). */
export function drawsFieldsAnew(pdf: PdfFile): boolean {
  const form = get.dict(pdf.catalog, 'AcroForm')
  return form !== undefined && String(get.object(form, 'NeedAppearances')) === 'true'
}

/**
 * The texts that a viewer draws for a form field: its value, the options of a list, the caption of a button.
 * @param spend counts the work: many widgets may share one field
 * @throws PdfError `too_complex`
 */
export function fieldTexts(pdf: PdfFile, widget: PDFDict, spend: (steps: number) => void): string[] {
  const line = withParents(widget)
  spend(line.length * STEPS.shownText)
  const inherited = (key: string) => line.map((dict) => get.object(dict, key)).find((value) => value !== undefined)
  const texts = (object: PDFObject | undefined) => {
    if (object instanceof PDFArray) spend(object.size() * STEPS.shownText)
    return textsOf(pdf, object)
  }
  const type = nameText(inherited('FT'))
  if (type === 'Btn') return texts(get.object(get.dict(widget, 'MK') ?? widget, 'CA'))
  const value = texts(inherited('V'))
  const options = inherited('Opt')
  if (type !== 'Ch' || !(options instanceof PDFArray)) return value
  spend(options.size() * STEPS.shownText)
  const isList = ((numberOf(inherited('Ff')) ?? 0) & COMBO) === 0
  const chosen = new Set(value)
  const shown = items(options).flatMap((option) => {
    const [exported, label] = option instanceof PDFArray ? [option.lookup(0), option.lookup(1)] : [option, option]
    return isList || (isText(exported) && chosen.has(exported.decodeText())) ? texts(label) : []
  })
  return shown.length > 0 ? shown : value
}

/** A widget and the fields above it, which it takes from what it lacks (ISO 32000-1, 12.7.3.1). */
export function withParents(widget: PDFDict): PDFDict[] {
  const line = [widget]
  for (let above = get.dict(widget, 'Parent'); above && line.length < LIMITS.objectDepth; ) {
    line.push(above)
    above = get.dict(above, 'Parent')
  }
  return line
}

/** A text, in a string or a stream; of an array, those of its elements. */
function textsOf(pdf: PdfFile, object: PDFObject | undefined): string[] {
  if (object instanceof PDFArray) return items(object).flatMap((item) => (isText(item) ? [item.decodeText()] : []))
  if (object instanceof PDFStream) return streamText(pdf, object)
  return isText(object) ? [object.decodeText()] : []
}

function streamText(pdf: PdfFile, stream: PDFStream): string[] {
  try {
    return [PDFHexString.of(Buffer.from(pdf.streamContents(stream)).toString('hex')).decodeText()]
  } catch (error) {
    // What cannot be decoded shows nothing.
    if (error instanceof PdfError && error.reason === 'damaged') return []
    throw error
  }
}

const isText = (object: PDFObject | undefined) => object instanceof PDFString || object instanceof PDFHexString

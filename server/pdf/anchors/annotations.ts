import { PDFDict, PDFHexString, PDFString } from 'pdf-lib'
import { normalAppearance } from '../appearance.ts'
import type { PdfFile, PdfPage } from '../document.ts'
import { STEPS } from '../limits.ts'
import { get, items } from '../objects.ts'
import { drawsFieldsAnew, fieldTexts } from './field-texts.ts'
import type { ContentInterpreter } from './interpreter.ts'

/**
 * The texts that the annotations of a page show: from the appearance stream (ISO 32000-1, 12.5.5) if there is one,
 * else the contents of a text annotation or what a form field holds, which the viewer draws; of a form that asks
 * viewers to draw its fields, both.
 * @throws PdfError `too_complex`
 */
export function annotationTexts(pdf: PdfFile, interpreter: ContentInterpreter, page: PdfPage): string[] {
  const texts: string[] = []
  const drawsAnew = drawsFieldsAnew(pdf)
  const add = (text: string) => {
    interpreter.spend(text.length * STEPS.glyph)
    texts.push(text)
  }
  for (const object of items(get.array(page.dict, 'Annots'))) {
    interpreter.spend(STEPS.shownText)
    const annotation = pdf.lookup(object)
    if (!(annotation instanceof PDFDict)) continue
    const isField = get.name(annotation, 'Subtype') === 'Widget'
    const appearance = normalAppearance(pdf, annotation)
    const painted = appearance && interpreter.glyphsOfAppearance(page, appearance.ref, appearance.stream)
    const text = painted?.map(({ text }) => text).join('')
    if (text !== undefined) add(text)
    if (text !== undefined && !(isField && drawsAnew)) continue
    const drawn = isField ? fieldTexts(pdf, annotation, interpreter.spend) : writtenTexts(annotation)
    for (const other of drawn) if (other !== text) add(other)
  }
  return texts
}

/** The contents, plain before rich: a viewer shows either. */
function writtenTexts(annotation: PDFDict): string[] {
  const contents = get.object(annotation, 'Contents') ?? get.object(annotation, 'RC')
  return contents instanceof PDFString || contents instanceof PDFHexString ? [contents.decodeText()] : []
}

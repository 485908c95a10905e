import { PDFDict, PDFHexString, type PDFObject, PDFRef, PDFStream, PDFString } from 'pdf-lib'
import type { PdfFile, PdfPage } from '../document.ts'
import { STEPS } from '../limits.ts'
import { get, items, nameOf } from '../objects.ts'
import type { ContentInterpreter } from './interpreter.ts'

/**
 * The texts that the annotations of a page show: from the appearance stream (ISO 32000-1, 12.5.5) if there is one,
 * else the contents of a text annotation or the value of a form field, which the viewer draws.
 * @throws PdfError `too_complex`
 */
export function annotationTexts(pdf: PdfFile, interpreter: ContentInterpreter, page: PdfPage): string[] {
  const texts: string[] = []
  const add = (text: string) => {
    interpreter.spend(text.length * STEPS.glyph)
    texts.push(text)
  }
  for (const object of items(get.array(page.dict, 'Annots'))) {
    interpreter.spend(STEPS.shownText)
    const annotation = pdf.lookup(object)
    if (!(annotation instanceof PDFDict)) continue
    const appearance = normalAppearance(pdf, annotation)
    if (appearance) {
      const glyphs = interpreter.glyphsOfAppearance(page, appearance.ref, appearance.stream)
      add(glyphs.map(({ text }) => text).join(''))
      continue
    }
    const text = textOf(get.object(annotation, 'Contents')) ?? textOf(fieldValue(pdf, annotation))
    if (text !== undefined) add(text)
  }
  return texts
}

/** `/AP /N`, for an annotation with several states that of `/AS`. */
function normalAppearance(pdf: PdfFile, annotation: PDFDict): { ref: PDFRef; stream: PDFStream } | undefined {
  const appearances = get.dict(annotation, 'AP')
  if (!appearances) return undefined
  const states = get.dict(appearances, 'N')
  const state = get.name(annotation, 'AS')
  const ref = states ? state !== undefined && states.get(nameOf(state)) : appearances.get(nameOf('N'))
  const stream = ref instanceof PDFRef ? pdf.lookup(ref) : undefined
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined
}

/** `/V` of the field that a widget belongs to: its own, else its parent's (ISO 32000-1, 12.7.3.1). */
function fieldValue(pdf: PdfFile, widget: PDFDict): PDFObject | undefined {
  if (get.name(widget, 'Subtype') !== 'Widget') return undefined
  return get.object(widget, 'V') ?? get.object(get.dict(widget, 'Parent') ?? pdf.context.obj({}), 'V')
}

const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

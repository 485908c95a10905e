import { openPdf, type PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { formFields } from '../form-fields.ts'
import { get } from '../objects.ts'
import { VIEW_LIMITS } from './limits.ts'
import { type DrawnPart, withViews } from './pdfium.ts'
import { asPhotograph } from './photograph.ts'
import { asPng } from './png.ts'

const WHOLE = { x: 0, y: 0, w: 1, h: 1 }

/**
 * A page (the first is 1) as a picture small enough to be on a phone's screen before pdf.js is: a PNG of at most 256
 * colours, which costs a tenth of a WebP and is smaller for text; what has more colours is a WebP. Null when the page
 * cannot be drawn, takes too long, or is nothing but noise.
 */
export async function pagePicture(file: Uint8Array, number: number): Promise<Uint8Array | null> {
  const drawn = await draw(file, number)
  if (!drawn) return null
  const png = asPng(drawn)
  return png && png.length <= VIEW_LIMITS.pictureBytes ? png : asPhotograph(drawn)
}

async function draw(file: Uint8Array, number: number): Promise<DrawnPart | null> {
  const page = pageOf(file, number)
  if (!page) return null
  const { width, height, hasForms } = page
  const scale = Math.min(VIEW_LIMITS.pictureWidth / width, Math.sqrt(VIEW_LIMITS.picturePixels / (width * height)))
  const until = performance.now() + VIEW_LIMITS.drawingMs
  return withViews(file, { lengths: [file.length], hasForms, until }, ([view]) => {
    return view?.draw(number, WHOLE, { scale }) ?? null
  })
}

/** Its size in units of the page; null in a file without it. */
function pageOf(file: Uint8Array, number: number): { width: number; height: number; hasForms: boolean } | null {
  try {
    const pdf = openPdf(file)
    const page = pdf.pages[number - 1]
    if (!page) return null
    // PDFium reads the whole form to draw a field of it, in a time that grows with the square of the fields.
    const hasForms = hasFields(page) && formFields(pdf, 'form').length <= VIEW_LIMITS.drawnFields
    return { width: page.width, height: page.height, hasForms }
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

function hasFields({ dict }: PdfPage): boolean {
  const annotations = get.array(dict, 'Annots')
  return annotations !== undefined && annotations.size() > 0
}

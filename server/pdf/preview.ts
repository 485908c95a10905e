import { PDFDocument } from 'pdf-lib'
import { openPdf } from './document.ts'
import { type FontOptions, openFontLibrary } from './fonts/index.ts'
import { toUserSpace } from './geometry.ts'
import { nameOf } from './objects.ts'
import { drawStamps } from './stamp.ts'
import { charactersThatFit, roomFor } from './text-box.ts'
import type { PageSize, Room, Stamp } from './types.ts'

/** A text in its box on a page of this size. Only `text` is refused where it does not fit; the others are set smaller. */
export interface PreviewText {
  kind: 'text' | 'name' | 'date'
  page: PageSize
  box: Room
  /** Of a `text`: as in `Marker`. */
  rooms?: Room[] | undefined
  text: string
}

export type TextPreview =
  /** A PDF with one page for each text, as large as the page that it is for, and otherwise empty; its CropBox is the text's place. */
  | { file: Uint8Array }
  /** The first text that does not fit, and how many of its characters would. */
  | { overlong: { index: number; max: number } }

/** Texts as the seal will draw them, by the code that draws them then (decision 0461). */
export async function previewTexts(texts: PreviewText[], options: FontOptions = {}): Promise<TextPreview> {
  for (const [index, text] of texts.entries()) {
    const max = text.kind === 'text' ? await charactersThatFit(text, options) : null
    if (max !== null) return { overlong: { index, max } }
  }
  const blank = await PDFDocument.create({ updateMetadata: false })
  for (const { page } of texts) blank.addPage([page.width, page.height])
  const pdf = openPdf(await blank.save({ useObjectStreams: false }))
  const stamps = texts.map(({ kind, box, rooms = [], text }, i): Stamp => ({ kind, text, rooms, ...box, page: i + 1 }))
  await drawStamps(pdf, stamps, options)
  const library = await openFontLibrary(options)
  for (const [index, page] of pdf.pages.entries()) {
    const text = texts[index]!
    const { matrix, width, height } = toUserSpace(page, text.kind === 'text' ? roomFor(library, text) : text.box)
    const [x, y] = [matrix[4], matrix[5]]
    page.dict.set(nameOf('CropBox'), pdf.context.obj([x, y, x + width, y + height]))
    pdf.touch(page.ref)
  }
  pdf.appendRevision()
  return { file: pdf.bytes }
}

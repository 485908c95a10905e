import { PDFDocument } from 'pdf-lib'
import { openPdf } from './document.ts'
import type { FontOptions } from './fonts/index.ts'
import { toUserSpace } from './geometry.ts'
import { nameOf } from './objects.ts'
import { drawStamps } from './stamp.ts'
import { charactersThatFit } from './text-box.ts'
import type { Box, PageSize, Stamp } from './types.ts'

/** A text in its box on a page of this size. Only `text` is refused where it does not fit; the others are set smaller. */
export interface PreviewText {
  kind: 'text' | 'name' | 'date'
  page: PageSize
  box: Omit<Box, 'page'>
  text: string
}

export type TextPreview =
  /** A PDF with one page for each text, as large as the page that it is for, and otherwise empty; its CropBox is the box. */
  | { file: Uint8Array }
  /** The first text that does not fit, and how many of its characters would. */
  | { overlong: { index: number; max: number } }

/** Texts as the seal will draw them, by the code that draws them then (decision 0492). */
export async function previewTexts(texts: PreviewText[], options: FontOptions = {}): Promise<TextPreview> {
  for (const [index, { kind, page, box, text }] of texts.entries()) {
    const max = kind === 'text' ? await charactersThatFit({ page, box, text }, options) : null
    if (max !== null) return { overlong: { index, max } }
  }
  const blank = await PDFDocument.create({ updateMetadata: false })
  for (const { page } of texts) blank.addPage([page.width, page.height])
  const pdf = openPdf(await blank.save({ useObjectStreams: false }))
  const stamps: Stamp[] = texts.map(({ kind, box, text }, index) => ({ kind, text, ...box, page: index + 1 }))
  await drawStamps(pdf, stamps, options)
  for (const [index, page] of pdf.pages.entries()) {
    const { matrix, width, height } = toUserSpace(page, stamps[index]!)
    const [x, y] = [matrix[4], matrix[5]]
    page.dict.set(nameOf('CropBox'), pdf.context.obj([x, y, x + width, y + height]))
    pdf.touch(page.ref)
  }
  pdf.appendRevision()
  return { file: pdf.bytes }
}

import { conformanceOf, dropAccessibility } from '../conformance/index.ts'
import { flattenCovering } from '../covering.ts'
import type { PdfFile, PdfPage } from '../document.ts'
import { type FontOptions, openFontLibrary } from '../fonts/index.ts'
import { drawFootLine } from '../foot-line.ts'
import { type HashedPdf, withDelta } from '../hashed.ts'
import { maskMarkers } from '../mask.ts'
import { layPaper } from '../paper.ts'
import { openForPreparation } from '../prepare.ts'
import { makeAndRehearse, type Rehearsal, type Shown } from '../rehearse.ts'
import { sizeOf } from '../sizes.ts'
import type { Box } from '../types.ts'
import { removeCoveredWidgets } from './covered-widgets.ts'
import { drawPrints } from './draw.ts'
import { layOutPrints } from './layout.ts'
import type { MeasureOptions, Overflow, Rendered, RenderedFile, RenderOptions } from './types.ts'

/**
 * What of the prints does not fit, measured with the fonts that would draw them: exactly what `renderTemplate` refuses
 * to draw.
 * @throws PdfError as `openForPreparation`
 */
export async function measurePrints(
  bytes: Uint8Array,
  options: MeasureOptions,
  fontOptions: FontOptions = {},
): Promise<Overflow[]> {
  // As for the drawing: what it takes out decides on the fonts.
  const { pdf } = openTemplate(bytes, options)
  const laidOut = layOutPrints(await libraryOf(pdf, fontOptions), pdf.pages, options)
  return 'overflow' in laidOut ? laidOut.overflow : []
}

/**
 * The revision that makes a document of a template: what the preparation of an upload does, and the sender's values
 * printed. Tables that fill their frame go on over added pages right after theirs; nothing else moves (decision 0507).
 * It is rehearsed up to the seal before anything is stored.
 * @returns with the SHA-256 (lowercase hex) of what the signers are shown, or what does not fit
 * @throws PdfError as `prepare` and `makeAndRehearse`
 */
export async function renderTemplate(
  template: HashedPdf,
  options: RenderOptions,
  rehearsal: Rehearsal,
  fontOptions: FontOptions = {},
): Promise<RenderedFile | { overflow: Overflow[] }> {
  const make = async (paper: Box[]) => {
    const rendered = await render(template.bytes, options, fontOptions, paper)
    if ('overflow' in rendered) return rendered
    const marks = options.marks.map(({ boxes }) =>
      boxes.flatMap((box) => {
        const page = rendered.pageOf[box.page - 1]
        return page ? [{ ...box, page }] : []
      }),
    )
    return { rendered, shown: withDelta(template, rendered.delta), marks, judged: marks.flat() }
  }
  type Made = Shown & { rendered: Rendered }
  const made = await makeAndRehearse<Made, { overflow: Overflow[] }>(make, template.bytes.length, rehearsal)
  if ('overflow' in made) return made
  const { rendered, shown } = made
  return { ...rendered, sha256: shown.hash.copy().digest('hex') }
}

/** As `renderTemplate`, without the rehearsal. @param paper boxes under which white paper is laid */
export async function render(
  bytes: Uint8Array,
  options: RenderOptions,
  fontOptions: FontOptions = {},
  paper: Box[] = [],
): Promise<Rendered | { overflow: Overflow[] }> {
  const { pdf, lost } = openTemplate(bytes, options)
  const boxes = [...options.prints, ...options.marks.flatMap((mark) => mark.boxes)]
  const library = await libraryOf(pdf, fontOptions)
  const laidOut = layOutPrints(library, pdf.pages, options)
  if ('overflow' in laidOut) return laidOut
  maskMarkers(pdf, options.maskPages)
  removeCoveredWidgets(pdf, boxes)
  await flattenCovering(pdf, boxes, fontOptions)
  const before: PdfPage[] = [...pdf.pages]
  drawPrints(pdf, library, options, laidOut.layouts)
  layPaper(pdf, paper)
  if (options.footLine) await drawFootLine(pdf, options.footLine, fontOptions)
  const now = new Map(pdf.pages.map((page, index) => [page, index + 1]))
  return {
    pages: pdf.pages.map(sizeOf),
    pageOf: before.map((page) => now.get(page) ?? null),
    delta: pdf.appendRevision(),
    lost,
    embedsFonts: library.embedsAll,
  }
}

function openTemplate(bytes: Uint8Array, { backgrounds }: MeasureOptions): ReturnType<typeof openForPreparation> {
  const { pdf, lost } = openForPreparation(bytes)
  const reason = 'a page that has tags of its own is the background of added pages'
  return { pdf, lost: [...lost, ...(backgrounds.length > 0 ? dropAccessibility(pdf, reason) : [])] }
}

function libraryOf(pdf: PdfFile, fontOptions: FontOptions) {
  return openFontLibrary({ ...fontOptions, embedAll: conformanceOf(pdf).embedAll })
}

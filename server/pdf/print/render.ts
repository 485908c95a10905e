import { conformanceOf, dropAccessibility } from '../conformance/index.ts'
import { flattenCovering } from '../covering.ts'
import type { PdfFile, PdfPage } from '../document.ts'
import { type FontOptions, openFontLibrary } from '../fonts/index.ts'
import { type HashedPdf, withDelta } from '../hashed.ts'
import { maskMarkers } from '../mask.ts'
import { openForPreparation } from '../prepare.ts'
import { type Rehearsal, rehearse } from '../rehearse.ts'
import { sizeOf } from '../sizes.ts'
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
 * printed. Tables that fill their frame go on over added pages right after theirs; nothing else moves (decision 0506).
 * It is rehearsed up to the seal before anything is stored.
 * @returns with the SHA-256 (lowercase hex) of what the signers are shown, or what does not fit
 * @throws PdfError as `prepare` and `rehearse`
 */
export async function renderTemplate(
  template: HashedPdf,
  options: RenderOptions,
  rehearsal: Rehearsal,
  fontOptions: FontOptions = {},
): Promise<RenderedFile | { overflow: Overflow[] }> {
  const rendered = await render(template.bytes, options, fontOptions)
  if ('overflow' in rendered) return rendered
  const marks = options.marks.map(({ boxes }) =>
    boxes.flatMap((box) => {
      const page = rendered.pageOf[box.page - 1]
      return page ? [{ ...box, page }] : []
    }),
  )
  const shown = withDelta(template, rendered.delta)
  await rehearse(shown, marks, template.bytes.length, rehearsal)
  return { ...rendered, sha256: shown.hash.copy().digest('hex') }
}

/** As `renderTemplate`, without the rehearsal. */
export async function render(
  bytes: Uint8Array,
  options: RenderOptions,
  fontOptions: FontOptions = {},
): Promise<Rendered | { overflow: Overflow[] }> {
  const { pdf, lost } = openTemplate(bytes, options)
  const boxes = [...options.prints, ...options.marks.flatMap((mark) => mark.boxes)]
  const library = await libraryOf(pdf, fontOptions)
  const laidOut = layOutPrints(library, pdf.pages, options)
  if ('overflow' in laidOut) return laidOut
  maskMarkers(pdf, options.maskPages)
  removeCoveredWidgets(pdf, boxes)
  flattenCovering(pdf, boxes)
  const before: PdfPage[] = [...pdf.pages]
  drawPrints(pdf, library, options, laidOut.layouts)
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

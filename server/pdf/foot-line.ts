import { ARTIFACT, conformanceOf } from './conformance/index.ts'
import type { PdfFile } from './document.ts'
import { type FontOptions, FontSet, num, openFontLibrary } from './fonts/index.ts'
import { addContents, toUserSpace } from './geometry.ts'
import { drawingScale } from './sizes.ts'
import { SMALL_PRINT } from './stamp.ts'
import { fitLine } from './text.ts'

/** Points of `drawingScale`. Few printers reach closer to the edge. */
const MARGIN = 14
const SIZE = 6

/** Writes a small line at the lower left corner of every page. */
export async function drawFootLine(pdf: PdfFile, text: string, fontOptions: FontOptions = {}): Promise<void> {
  const { colours, embedAll, first, structure } = conformanceOf(pdf)
  const library = await openFontLibrary({ ...fontOptions, embedAll })
  const fonts = new FontSet()
  const lines = pdf.pages.map((page) => {
    const scale = drawingScale(page)
    const { matrix, width } = toUserSpace(page, { x: 0, y: 0, w: 1, h: 1 })
    const fit = { style: 'plain', width: width - 2 * MARGIN * scale, size: SIZE * scale, minSize: 0 } as const
    const { line, size } = fitLine(library, text, fit)
    const shown = fonts.show(line, MARGIN * scale, MARGIN * scale, size)
    return `q ${matrix.map(num).join(' ')} cm ${SMALL_PRINT} rg ${shown} Q`
  })
  const resources = { Font: fonts.write(pdf, first), ...colours }
  const open = structure === null ? undefined : ARTIFACT.open
  for (const [index, page] of pdf.pages.entries())
    addContents(pdf, page, [{ operators: lines[index]!, resources, open }])
}

import { ARTIFACT, conformanceOf } from './conformance/index.ts'
import type { PdfFile } from './document.ts'
import { type FontOptions, FontSet, num, openFontLibrary } from './fonts/index.ts'
import { addContents, toUserSpace } from './geometry.ts'
import { drawingScale } from './sizes.ts'
import { SMALL_PRINT } from './stamp.ts'
import { fitLine } from './text.ts'
import type { FootLine } from './types.ts'

/** Points of `drawingScale`. Few printers reach closer to the edge. */
const MARGIN = 14
const SIZE = 6
const WARNING = { size: 12, colour: '0.75 0.05 0.05' }

/** Writes a line at the lower left corner of every page: small print, or a warning. */
export async function drawFootLine(
  pdf: PdfFile,
  { text, isWarning }: FootLine,
  fontOptions: FontOptions = {},
): Promise<void> {
  const { size: points, colour } = isWarning ? WARNING : { size: SIZE, colour: SMALL_PRINT }
  const { colours, embedAll, first, structure } = conformanceOf(pdf)
  const library = await openFontLibrary({ ...fontOptions, embedAll })
  const fonts = new FontSet()
  const lines = pdf.pages.map((page) => {
    const scale = drawingScale(page)
    const { matrix, width } = toUserSpace(page, { x: 0, y: 0, w: 1, h: 1 })
    const fit = { style: 'plain', width: width - 2 * MARGIN * scale, size: points * scale, minSize: 0 } as const
    const { line, size } = fitLine(library, text, fit)
    const shown = fonts.show(line, MARGIN * scale, MARGIN * scale, size)
    return `q ${matrix.map(num).join(' ')} cm ${colour} rg ${shown} Q`
  })
  const resources = { Font: fonts.write(pdf, first), ...colours }
  const open = structure === null ? undefined : ARTIFACT.open
  for (const [index, page] of pdf.pages.entries())
    addContents(pdf, page, [{ operators: lines[index]!, resources, open }])
}

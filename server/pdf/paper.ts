import { ARTIFACT, conformanceOf } from './conformance/index.ts'
import type { PdfFile } from './document.ts'
import { num } from './fonts/index.ts'
import { addContents, toUserSpace } from './geometry.ts'
import type { Box } from './types.ts'

/** Lays white paper on the pages under boxes on a dark ground, so that what is written there can be read. */
export function layPaper(pdf: PdfFile, boxes: readonly Box[]): void {
  if (boxes.length === 0) return
  const { colours, structure } = conformanceOf(pdf)
  for (const [index, page] of pdf.pages.entries()) {
    const sheets = boxes
      .filter((box) => box.page === index + 1)
      .map((box) => {
        const { matrix, width, height } = toUserSpace(page, box)
        return `q ${matrix.map(num).join(' ')} cm 1 1 1 rg 0 0 ${num(width)} ${num(height)} re f Q`
      })
    if (sheets.length === 0) continue
    const open = structure === null ? undefined : ARTIFACT.open
    addContents(pdf, page, [{ operators: sheets.join('\n'), resources: colours, open }])
  }
}

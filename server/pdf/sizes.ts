import type { PdfPage } from './pdf-file.ts'
import type { PageSize } from './types.ts'

/** How large marks are drawn into the document; the signing page shows them as large before that. */

/** Points of `drawingScale`, where the box leaves room for them. */
export const TEXT_SIZE = 11
export const TYPED_SIZE = 30
/** Points on every page: a text that a signer types fits at this size, or is refused (decision 0461). */
export const MIN_TEXT_SIZE = 8
/** Points on every page: the sender's values are not printed smaller (decision 0461). */
export const MIN_PRINT_SIZE = 6
/** A text box higher than this many times its text is written from its top. */
export const TALL_LINES = 2.4

/**
 * Points of the shorter side up to which our sizes are what they say. A4, Letter and Legal are below it; on A3 all is
 * 1.2 times as large, on A0 3.4 times: who looks at the whole of a plan sees them almost as on a letter.
 */
const USUAL_SIDE = 700

/** A page of a file, or its size in points. */
type Measured = PageSize & Partial<Pick<PdfPage, 'userUnit'>>

/** How many units of the page as displayed a point of our sizes measures; never less than one point. */
export function drawingScale({ width, height, userUnit = 1 }: Measured): number {
  const scale = (Math.min(width, height) * userUnit) / USUAL_SIDE
  // Rounded as the numbers of a content stream are, so that a box and what is drawn in it do not drift apart.
  return Math.max(1, Math.round(scale * 1000) / 1000) / userUnit
}

/** Points in units of the page. */
export const unitsOf = (points: number, { userUnit = 1 }: Measured) => points / userUnit

/** In points, as displayed. */
export const sizeOf = ({ width, height, userUnit }: PdfPage): PageSize => ({
  width: width * userUnit,
  height: height * userUnit,
})

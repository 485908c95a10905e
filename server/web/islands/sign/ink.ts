import type { FieldValue } from '../../../domain/signing/values.ts'

/** Points closer than this to the previous one make no visible difference. */
const MIN_STEP_PIXELS = 1.2
/** The minimum total length of a mark: a slip of the finger is not one. */
const MIN_INK_PIXELS = 24
/** The ink is cropped with this margin; a small mark is not enlarged to fill its whole box. */
const MARGIN_PIXELS = 6
const MIN_WIDTH_PIXELS = 120
const MIN_HEIGHT_PIXELS = 48

interface Point {
  x: number
  y: number
}

/**
 * The pad's drawing as a field value: thinned out, and cropped to the ink so that it fills its box.
 * Returns null when there is too little to be a mark.
 */
export function inkFrom(groups: { points: Point[] }[]): Extract<FieldValue, { type: 'drawn' }> | null {
  const strokes = groups.map(({ points }) => thinned(points)).filter((points) => points.length > 0)
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  if (length < MIN_INK_PIXELS) return null
  const [left, width] = extent(
    strokes.flat().map(({ x }) => x),
    MIN_WIDTH_PIXELS,
  )
  const [top, height] = extent(
    strokes.flat().map(({ y }) => y),
    MIN_HEIGHT_PIXELS,
  )
  return {
    type: 'drawn',
    width: rounded(width),
    height: rounded(height),
    strokes: strokes.map(dotted).map((stroke) => stroke.flatMap(({ x, y }) => [rounded(x - left), rounded(y - top)])),
  }
}

/** Start and size along one axis: the ink with its margin, centred when it is smaller than `least`. */
function extent(values: number[], least: number): [start: number, size: number] {
  const low = Math.min(...values) - MARGIN_PIXELS
  const size = Math.max(...values) + MARGIN_PIXELS - low
  return size >= least ? [low, size] : [low - (least - size) / 2, least]
}

function thinned(points: Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const before = kept.at(-1)
    if (!before || distance(before, point) >= MIN_STEP_PIXELS) kept.push(point)
  }
  return kept
}

/** The dot of an i is one point; a stroke needs two. */
function dotted(stroke: Point[]): Point[] {
  const [only] = stroke
  return stroke.length === 1 && only ? [only, { x: only.x + 0.5, y: only.y }] : stroke
}

function lengthOf(stroke: Point[]): number {
  return stroke.reduce((sum, point, index) => sum + (index === 0 ? 0 : distance(stroke[index - 1]!, point)), 0)
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

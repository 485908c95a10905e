import type { FieldValue } from '../../../domain/signing/values.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** A value as it will stand on the page: strokes as vectors, a picture, text, or a tick. */
export function drawInk(value: FieldValue): Element {
  switch (value.type) {
    case 'drawn':
      return drawStrokes(value)
    case 'image': {
      const image = new Image()
      image.src = `data:${value.mediaType};base64,${value.data}`
      image.alt = ''
      return image
    }
    case 'typed':
    case 'text': {
      const span = document.createElement('span')
      span.textContent = value.text
      span.dir = 'auto'
      return span
    }
    case 'checked': {
      const tick = svg('svg', { class: 'tick-mark', viewBox: '0 0 24 24', 'aria-hidden': 'true' })
      if (value.checked) tick.append(svg('path', { d: 'M5 12.5l4.5 4.5L19 7' }))
      return tick
    }
  }
}

function drawStrokes({ width, height, strokes }: Extract<FieldValue, { type: 'drawn' }>): SVGElement {
  const drawing = svg('svg', {
    class: 'strokes',
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'xMinYMid meet',
    'aria-hidden': 'true',
  })
  for (const stroke of strokes) drawing.append(svg('path', { d: smoothPath(stroke) }))
  return drawing
}

/** Quadratic curves through the middles between points: round where the pointer was sampled coarsely. */
function smoothPath(stroke: number[]): string {
  const [x0 = 0, y0 = 0] = stroke
  let path = `M${x0} ${y0}`
  let [px, py] = [x0, y0]
  for (let i = 2; i + 1 < stroke.length; i += 2) {
    const [x, y] = [stroke[i]!, stroke[i + 1]!]
    path += `Q${px} ${py} ${(px + x) / 2} ${(py + y) / 2}`
    ;[px, py] = [x, y]
  }
  return `${path}L${px} ${py}`
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** Points nearer than this to the one before add nothing that can be seen. */
const MIN_STEP_PIXELS = 1.2
/** A mark is at least this long altogether: a slip of the finger is none. */
const MIN_INK_PIXELS = 24
/** The ink is cut out with this much room; a small mark is not blown up to fill its whole box. */
const MARGIN_PIXELS = 6
const MIN_WIDTH_PIXELS = 120
const MIN_HEIGHT_PIXELS = 48

interface Point {
  x: number
  y: number
}

/**
 * What was drawn on the pad as a field value: thinned out, and cut to the ink so that it fills its box.
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

import { openPdf, type PdfFile, type PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { formBoxesOf } from '../form-boxes.ts'
import { UPLOAD_LIMITS } from '../limits.ts'
import type { FormBox, PageLayout, Room } from '../types.ts'
import type { Glyph } from './glyphs.ts'
import { ContentInterpreter } from './interpreter.ts'
import { labelBudget, labelsOf } from './labels/index.ts'
import { PaintReader } from './paints.ts'
import { type Area, type PagePrint, printOf } from './rooms/index.ts'

/** Points. A line to write on is at most so thick and at least so long, and has so much room above it. */
const THICKEST = 2.5
const SHORTEST = 28
const LEAST_ABOVE = 9
const MOST_ABOVE = 18
/** Lines that are closer than this are one to stick to. */
const APART = 0.75
/** Of what stands on a page, for one axis: a page with more is a drawing. */
const MOST_LINES = 400
const MOST_BLANKS = 200
/** How far below its letters' feet the area of a text reaches, of its height. */
const BELOW_FEET = 0.22 / 1.02
/** Points: about two lines of text. */
const BAND = 24
const NONE: ReadonlySet<Glyph> = new Set()

/**
 * What the pages themselves give to place boxes by: where texts begin and stand, where lines run, and what
 * is to be filled in, which are the fields of a form and the blanks without one. A page that cannot be decoded gives its
 * fields only.
 */
export function layoutOf(bytes: Uint8Array): PageLayout[] {
  const pdf = openPdf(bytes, UPLOAD_LIMITS)
  const interpreter = new ContentInterpreter(pdf)
  const paints = new PaintReader(pdf)
  const budget = labelBudget()
  const form = formOf(pdf)
  return pdf.pages.map((page, index) => {
    const glyphs = glyphsOf(interpreter, page)
    const print = printOf(page, glyphs, paints.paintsOf(page) ?? [])
    const fields = form.filter((field) => field.page === index + 1)
    const blanks = blanksOf(page, print)
      .map((area) => ({ ...fractions(page, area), kind: null, name: '' }))
      .filter((blank) => !fields.some((field) => overlap(field, blank)))
    const boxes = [...fields, ...blanks]
    const labels = labelsOf(
      page,
      glyphs,
      NONE,
      boxes.map((box) => ({ ...box, kind: box.kind ?? 'text' })),
      budget,
    )
    return {
      ...snapLines(page, print),
      blanks: boxes.map(({ x, y, w, h, kind, name }, i) => ({
        ...{ x, y, w, h, kind },
        name: name || null,
        label: labels[i] ?? null,
      })),
    }
  })
}

/** Those of an absurd form are not offered. */
function formOf(pdf: PdfFile): FormBox[] {
  try {
    return formBoxesOf(pdf)
  } catch (error) {
    if (error instanceof PdfError) return []
    throw error
  }
}

const overlap = (a: Room, b: Room) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

function glyphsOf(interpreter: ContentInterpreter, page: PdfPage): Glyph[] {
  try {
    return [...interpreter.glyphsOf(page)]
  } catch (error) {
    if (error instanceof PdfError) return []
    throw error
  }
}

function snapLines(page: PdfPage, { text, marks, backgrounds }: PagePrint): { x: number[]; y: number[] } {
  const drawn = [...marks, ...backgrounds.filter(isThin)]
  const starts = startsOf(text)
  const feet = text.map(({ y0, y1 }) => y1 - (y1 - y0) * BELOW_FEET)
  return {
    x: apart([...starts.map(({ x0 }) => x0), ...drawn.flatMap(({ x0, x1 }) => [x0, x1])], page.width),
    y: apart([...feet, ...drawn.map(({ y1 }) => y1)], page.height),
  }
}

const isThin = ({ x0, y0, x1, y1 }: Area) => y1 - y0 <= THICKEST || x1 - x0 <= THICKEST

/** The texts that go on with no other. A page has thousands, so only those in the same bands of the page are compared. */
function startsOf(text: readonly Area[]): Area[] {
  const bands = new Map<number, Area[]>()
  const bandsOf = ({ y0, y1 }: Area) => {
    const first = Math.floor(y0 / BAND)
    return Array.from({ length: Math.floor(y1 / BAND) - first + 1 }, (_, i) => first + i)
  }
  for (const area of text) for (const band of bandsOf(area)) add(bands, band, area)
  return text.filter((area) => !bandsOf(area).some((band) => bands.get(band)!.some((other) => precedes(other, area))))
}

/** Whether a text goes on with the other. */
function precedes(before: Area, { x0, y0, x1, y1 }: Area): boolean {
  return before.x0 < x0 && before.x1 > x0 - (y1 - y0) * 1.5 && before.x1 < x1 && before.y0 < y1 && before.y1 > y0
}

/** As fractions of the page's length, sorted, each once. */
function apart(points: number[], length: number): number[] {
  const sorted = points.filter((point) => point > 0 && point < length).sort((a, b) => a - b)
  const kept: number[] = []
  for (const point of sorted) if (kept.length === 0 || point - kept.at(-1)! >= APART) kept.push(point)
  return kept.slice(0, MOST_LINES).map((point) => point / length)
}

/** Lines to write on: with room above them, which the box gets. In a table these are the empty cells. */
function blanksOf(page: PdfPage, { text, marks, backgrounds }: PagePrint): Area[] {
  const drawn = [...marks, ...backgrounds]
  const lines = drawn
    .filter(({ y0, y1 }) => y1 - y0 <= THICKEST && y0 > MOST_ABOVE)
    .map((area) => onPage(page, area))
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 >= SHORTEST && y1 >= y0)
  const uprights = drawn.filter(({ x0, y0, x1, y1 }) => x1 - x0 <= THICKEST && y1 - y0 >= LEAST_ABOVE)
  const blanks: Area[] = []
  for (const { x0, x1, y0, y1 } of lines.flatMap((line) => cellsAbove(line, uprights))) {
    const above = [...text, ...lines]
      .filter((other) => other.x0 < x1 - 1 && other.x1 > x0 + 1 && other.y0 < y0 - APART && other.y1 > y0 - MOST_ABOVE)
      .reduce((lowest, other) => Math.max(lowest, Math.min(other.y1, y0)), y0 - MOST_ABOVE)
    const isKnown = blanks.some((blank) => Math.abs(blank.y1 - y1) < THICKEST * 2 && isMostly(blank, { x0, x1 }))
    if (y0 - above < LEAST_ABOVE || isKnown || blanks.length >= MOST_BLANKS) continue
    blanks.push({ x0, x1, y0: above, y1 })
  }
  return blanks.sort((a, b) => a.y1 - b.y1 || a.x0 - b.x0)
}

/** What of it is on the page, as rules reach over its edges; where that is nothing, it ends before it begins. */
function onPage({ width, height }: PdfPage, { x0, y0, x1, y1 }: Area): Area {
  return { x0: Math.max(x0, 0), y0, x1: Math.min(x1, width), y1: Math.min(y1, height) }
}

/** The parts of a line between the uprights that stand on it; none of one that uprights only hang from: a table's top. */
function cellsAbove(line: Area, uprights: readonly Area[]): Area[] {
  const { x0, x1, y0, y1 } = line
  const near = uprights.filter((upright) => upright.x1 > x0 - THICKEST && upright.x0 < x1 + THICKEST)
  const standing = near.filter((upright) => upright.y0 < y0 - LEAST_ABOVE / 2 && upright.y1 > y0 - THICKEST)
  if (standing.length === 0) {
    return near.some((upright) => upright.y0 < y1 + THICKEST && upright.y1 > y1 + LEAST_ABOVE / 2) ? [] : [line]
  }
  const cells: Area[] = []
  let from = x0
  for (const upright of [...standing].sort((a, b) => a.x0 - b.x0)) {
    cells.push({ x0: from, x1: Math.min(upright.x0, x1), y0, y1 })
    from = Math.max(from, upright.x1)
  }
  cells.push({ x0: from, x1, y0, y1 })
  return cells.filter((cell) => cell.x1 - cell.x0 >= SHORTEST)
}

/** Whether two parts of one height overlap by more than half of the shorter. */
function isMostly(a: Pick<Area, 'x0' | 'x1'>, b: Pick<Area, 'x0' | 'x1'>): boolean {
  const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  return shared * 2 > Math.min(a.x1 - a.x0, b.x1 - b.x0)
}

function add(bands: Map<number, Area[]>, band: number, area: Area): void {
  const known = bands.get(band)
  if (known) known.push(area)
  else bands.set(band, [area])
}

function fractions({ width, height }: PdfPage, { x0, y0, x1, y1 }: Area) {
  return { x: x0 / width, y: y0 / height, w: (x1 - x0) / width, h: (y1 - y0) / height }
}

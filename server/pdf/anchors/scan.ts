import type { PdfFile, PdfPage } from '../document.ts'
import { PdfError } from '../errors.ts'
import { toFractions } from '../geometry.ts'
import { LIMITS } from '../limits.ts'
import { unitsOf } from '../sizes.ts'
import type { MalformedMarker, Marker, Room } from '../types.ts'
import { annotationTexts } from './annotations.ts'
import { type PageDirection, pageDirectionOf } from './direction.ts'
import type { FoundMarker } from './found-marker.ts'
import type { Glyph } from './glyphs.ts'
import { MARKER_END, markerStarts } from './grammar.ts'
import { ContentInterpreter } from './interpreter.ts'
import { type LabelledBox, labelBudget, labelsOf } from './labels/index.ts'
import { findMarkers, MALFORMED_LENGTH } from './markers.ts'
import { PaintReader } from './paints.ts'
import { printOf, roomsOf } from './rooms/index.ts'

/** Smallest useful box in points: a signature or initial needs more room than its marker's line of text. */
const MINIMUM: Partial<Record<Marker['kind'], { width: number; height: number }>> = {
  signature: { width: 150, height: 36 },
  initial: { width: 60, height: 30 },
}

/** A box of the caller's, on a page from 1. */
export type CallerBox = LabelledBox & { page: number }

interface Scan {
  markers: Marker[]
  malformed: MalformedMarker[]
  /** Of the caller's boxes, in their order. */
  labels: (string | null)[]
  rooms: Room[][]
}

const NONE: ReadonlySet<Glyph> = new Set()

/**
 * All markers of the document in order of page, then top to bottom, left to right.
 *
 * Boxes are fractions of the page as displayed. For `date`, `name` and `text` the box is the rectangle of the
 * marker's own text (0.2 em below to 0.75 em above the base line). For `signature` and `initial` it keeps that
 * rectangle's lower left corner and grows to the right and upwards to at least 150 x 36 and 60 x 30 points. A box
 * that would leave the page is moved back into it, and shrunk only where the page itself is smaller. In right-to-left
 * text it keeps the lower right corner and grows to the left, up to the margin.
 * @param optional placement does not depend on markers: pages that cannot be decoded are skipped
 * @param boxes placed by the caller, whose labels are wanted too
 * @throws PdfError `too_complex`, `unreadable_content`.
 */
export function scanMarkers(pdf: PdfFile, optional = false, boxes: CallerBox[] = []): Scan {
  const interpreter = new ContentInterpreter(pdf)
  const markers: Marker[] = []
  const malformed: MalformedMarker[] = []
  const labels: (string | null)[] = boxes.map(() => null)
  const rooms: Room[][] = boxes.map(() => [])
  const budget = labelBudget()
  const paints = new PaintReader(pdf)
  for (const [index, page] of pdf.pages.entries()) {
    const glyphs = glyphsOf(interpreter, page, index + 1, optional)
    if (!glyphs) continue
    const found = findMarkers(glyphs, interpreter.spend)
    const placed = found.markers.map((marker) => ({ marker, text: toFractions(page, marker.rect) }))
    const direction = pageDirectionOf(page, glyphs, found.markers, interpreter.spend)
    const inMarkers = new Set(found.markers.flatMap((marker) => marker.glyphs))
    const rows = inRows(placed).map(({ marker }) => toMarker(page, index + 1, marker, direction))
    const names = rows.length > 0 ? labelsOf(page, glyphs, inMarkers, rows, budget) : []
    const free = roomsAround(paints, page, glyphs, { ignored: inMarkers, fields: rows, direction })
    markers.push(...rows.map((marker, i) => ({ ...marker, label: names[i]!, rooms: free[i]! })))
    const given = boxes.flatMap((box, at) => (box.page === index + 1 ? [{ ...box, at }] : []))
    if (given.length > 0) {
      const found = labelsOf(page, glyphs, NONE, given, budget)
      const free = roomsAround(paints, page, glyphs, { ignored: NONE, fields: given, direction })
      for (const [i, { at }] of given.entries()) {
        labels[at] = found[i]!
        rooms[at] = free[i]!
      }
    }
    if (markers.length > LIMITS.markers)
      throw new PdfError('too_complex', `The PDF has more than ${LIMITS.markers} markers`)
    for (const text of found.malformed) malformed.push({ page: index + 1, where: 'content', text })
    for (const text of annotationTexts(pdf, interpreter, page))
      for (const start of markerStarts(text))
        malformed.push({ page: index + 1, where: 'annotation', text: excerpt(text, start) })
  }
  return { markers, malformed, labels, rooms }
}

/** The rooms of the fields of a page; what it paints is read only where there are texts that may need some. */
function roomsAround(
  paints: PaintReader,
  page: PdfPage,
  glyphs: Glyph[],
  of: { ignored: ReadonlySet<Glyph>; fields: LabelledBox[]; direction: PageDirection | null },
): Room[][] {
  const painted = of.fields.some(({ kind }) => kind === 'text') ? paints.paintsOf(page) : null
  if (!painted) return of.fields.map(() => [])
  const print = printOf(
    page,
    glyphs.filter((glyph) => !of.ignored.has(glyph)),
    painted,
  )
  const isRightToLeft = (field: LabelledBox) => of.direction?.isRightToLeft(field) ?? false
  return roomsOf(
    page,
    print,
    of.fields.map((field) => ({ ...field, isRightToLeft: isRightToLeft(field) })),
  )
}

/** Undefined where a filter cannot be decoded and nothing has to be found. @throws PdfError `unreadable_content` */
function glyphsOf(interpreter: ContentInterpreter, page: PdfPage, number: number, optional: boolean) {
  try {
    return interpreter.glyphsOf(page)
  } catch (error) {
    if (!(error instanceof PdfError) || error.reason !== 'damaged') throw error
    if (optional) return undefined
    throw new PdfError('unreadable_content', `The content of page ${number} cannot be decoded`, { cause: error })
  }
}

/** The marker that starts there, up to its end or its line's. */
function excerpt(text: string, start: number): string {
  const line = text.slice(start, start + MALFORMED_LENGTH).split(/[\r\n]/, 1)[0]!
  const end = line.indexOf(MARKER_END)
  return (end < 0 ? line : line.slice(0, end + MARKER_END.length)).trim()
}

function inRows<T extends { text: { x: number; y: number; h: number } }>(placed: T[]): T[] {
  const middle = ({ text }: T) => text.y + text.h / 2
  const rows: T[][] = []
  for (const item of placed.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && middle(item) < first.text.y + first.text.h) row.push(item)
    else rows.push([item])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.text.x - b.text.x))
}

type PlacedMarker = Omit<Marker, 'label' | 'rooms'>

function toMarker(page: PdfPage, number: number, found: FoundMarker, direction: PageDirection | null): PlacedMarker {
  const { kind, role, fieldKey } = found
  const text = toFractions(page, found.rect)
  const minimum = MINIMUM[kind] ?? { width: 0, height: 0 }
  const w = Math.min(1, Math.max(text.w, unitsOf(minimum.width, page) / page.width))
  const h = Math.min(1, Math.max(text.h, unitsOf(minimum.height, page) / page.height))
  const y = Math.min(Math.max(text.y + text.h - h, 0), 1 - h)
  const right = text.x + text.w
  if (direction?.isRightToLeft(text) && text.x >= 0 && right <= 1) {
    const x = Math.min(text.x, Math.max(direction.margin, right - w))
    return { kind, role, fieldKey, page: number, x, y, w: right - x, h }
  }
  const x = Math.min(Math.max(text.x, 0), 1 - w)
  return { kind, role, fieldKey, page: number, x, y, w, h }
}

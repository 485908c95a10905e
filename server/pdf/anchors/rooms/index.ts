import type { PdfPage } from '../../document.ts'
import { drawingScale, MIN_TEXT_SIZE } from '../../sizes.ts'
import type { Box, FieldKind, Room } from '../../types.ts'
import type { Area, PagePrint } from './print.ts'

export { type Area, type PagePrint, printOf } from './print.ts'

/** A field on the page; `isRightToLeft`: the text around it is. */
export type PlacedField = Omit<Box, 'page'> & { kind: FieldKind; isRightToLeft: boolean }

/** Points of `drawingScale`: air around what is printed, and how far a text may go on below its box. */
const AIR = 3
const MOST_BELOW = 120
/** Less is not worth a second look at the page. */
const LEAST_BESIDE = 12
/** The least line of text, with its leading. */
const LEAST_BELOW = MIN_TEXT_SIZE * 1.3
/** The margin is that of the page's text, within these. */
const MARGIN = { least: 24, most: 72, ofEmptyPage: 36 }
/** A line is at most so thick. */
const MOST_THICKNESS = 2.5
/** From here down a line through a box is one to write on. */
const WRITING_LINE = 0.6
/** Beyond these a page is a drawing, not a form. */
const MOST_BOXES = 300
const MOST_PRINT = 30_000

/**
 * The rooms of the texts of one page (decision 0461): where a text that does not fit into its box may go on, larger boxes
 * around it, the smallest first: beside it, below it, both. They hold no print, no other field and no other's room.
 * @returns for each field, in order; none for fields of other kinds
 */
export function roomsOf(page: PdfPage, print: PagePrint, fields: PlacedField[]): Room[][] {
  const rooms: Room[][] = fields.map(() => [])
  if (fields.length > MOST_BOXES || print.text.length + print.marks.length > MOST_PRINT) return rooms
  const scale = drawingScale(page)
  const boxes = fields.map((field) => toArea(page, field))
  const inside = insideMargins(page, print, scale)
  const taken: Area[] = []
  const order = fields.map((_, i) => i).sort((a, b) => boxes[a]!.y0 - boxes[b]!.y0 || boxes[a]!.x0 - boxes[b]!.x0)
  for (const index of order) {
    if (fields[index]!.kind !== 'text') continue
    const others = boxes.filter((_, i) => i !== index)
    const obstacles = [...print.text, ...print.marks, ...others, ...taken]
    const found = grow(boxes[index]!, { obstacles, print, inside, scale, toLeft: fields[index]!.isRightToLeft })
    taken.push(...found)
    rooms[index] = found.map((area) => toRoom(page, area))
  }
  return rooms
}

interface Surroundings {
  obstacles: Area[]
  print: PagePrint
  inside: Area
  scale: number
  toLeft: boolean
}

function grow(box: Area, { obstacles: near, print, inside, scale, toLeft }: Surroundings): Area[] {
  const limits = within(box, inside)
  const obstacles = [...near]
  for (const background of print.backgrounds) {
    if (!contains(background, box)) obstacles.push(background)
    // Not out of the coloured area that the box stands in.
    else narrow(limits, background, AIR * scale, box)
  }
  const air = AIR * scale
  const isLine = (area: Area) => area.y1 - area.y0 <= MOST_THICKNESS * scale
  const writing = box.y0 + WRITING_LINE * (box.y1 - box.y0)
  const isWrittenOn = (area: Area) =>
    isLine(area) && area.y0 >= writing && area.x0 <= box.x1 + air && area.x1 >= box.x0 - air

  const beside = (): Area => {
    let { x0, x1 } = toLeft ? { x0: limits.x0, x1: box.x1 } : { x0: box.x0, x1: limits.x1 }
    for (const area of obstacles) {
      if (area.y1 <= box.y0 || area.y0 >= box.y1 || isWrittenOn(area)) continue
      if (toLeft && area.x0 < box.x0) x0 = Math.max(x0, Math.min(box.x0, area.x1 + air))
      if (!toLeft && area.x1 > box.x1) x1 = Math.min(x1, Math.max(box.x1, area.x0 - air))
    }
    return { ...box, x0, x1 }
  }
  const below = (from: Area): Area => {
    let y1 = Math.min(limits.y1, box.y1 + MOST_BELOW * scale)
    for (const area of obstacles) {
      if (area.x1 <= from.x0 || area.x0 >= from.x1) continue
      if (area.y1 > box.y1 || (isLine(area) && area.y0 >= writing && area.y1 > box.y0))
        y1 = Math.min(y1, Math.max(box.y1, area.y0 - air))
    }
    return { ...from, y1 }
  }

  const wider = beside()
  const isWider = wider.x1 - wider.x0 >= box.x1 - box.x0 + LEAST_BESIDE * scale
  const isTaller = (area: Area) => area.y1 - box.y1 >= LEAST_BELOW
  const taller = below(box)
  const both = below(wider)
  return [
    ...(isWider ? [wider] : []),
    ...(isTaller(taller) ? [taller] : []),
    ...(isWider && isTaller(both) ? [both] : []),
  ]
}

/** As far from the edges as the page's text is, on the side where it is closer. */
function insideMargins({ width, height }: PdfPage, { text }: PagePrint, scale: number): Area {
  const left = text.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY)
  const right = text.reduce((most, { x1 }) => Math.max(most, x1), 0)
  const own = text.length > 0 ? Math.min(left, width - right) : MARGIN.ofEmptyPage * scale
  const margin = Math.min(Math.max(own, MARGIN.least * scale), MARGIN.most * scale)
  return { x0: margin, y0: margin, x1: width - margin, y1: height - margin }
}

/** A box may stand beyond the margins; it does not grow there. */
function within(box: Area, inside: Area): Area {
  return {
    x0: Math.min(box.x0, inside.x0),
    y0: box.y0,
    x1: Math.max(box.x1, inside.x1),
    y1: Math.max(box.y1, inside.y1),
  }
}

function narrow(limits: Area, area: Area, air: number, box: Area): void {
  limits.x0 = Math.min(box.x0, Math.max(limits.x0, area.x0 + air))
  limits.x1 = Math.max(box.x1, Math.min(limits.x1, area.x1 - air))
  limits.y1 = Math.max(box.y1, Math.min(limits.y1, area.y1 - air))
}

function contains(outer: Area, inner: Area): boolean {
  return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1
}

function toArea({ width, height }: PdfPage, { x, y, w, h }: Room): Area {
  return { x0: x * width, y0: y * height, x1: (x + w) * width, y1: (y + h) * height }
}

function toRoom({ width, height }: PdfPage, { x0, y0, x1, y1 }: Area): Room {
  return { x: x0 / width, y: y0 / height, w: (x1 - x0) / width, h: (y1 - y0) / height }
}

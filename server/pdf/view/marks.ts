import type { PdfFile, PdfPage } from '../document.ts'
import { formFields } from '../form-fields.ts'
import { nameOf } from '../objects.ts'
import type { Box, Room } from '../types.ts'
import { type DrawnPart, type FileView, withViews } from './pdfium.ts'

/** Lengths of a file's revisions in bytes: as the signers are shown it, and with a mark in each of their boxes. */
export interface MarkedLengths {
  shown: number
  marked: number
}

/** What is wrong with the pictures of the pages that are signed. */
export interface Verdict {
  /** Boxes whose mark cannot be seen on screen or in print. */
  hidden: Box[]
  /** Boxes on a ground so dark that dark ink cannot be read. */
  dark: Box[]
  /** Pages that look different beside their marks. */
  altered: number[]
}

/** Pixels of a picture for each point: a mark's line is more than one wide. */
const SCALE = 1.5
/** Of the smaller side of a box: a vector mark on a tiny page can be seen, as far as one zooms in. */
const LEAST_PIXELS = 12
/** Of a whole page. */
const PAGE_SCALE = 0.25
/** Whoever sends waits for it. Of 1,284 public files two take longer. */
const MOST_MS = 2_000
/** Of a form that PDFium draws, in about 0.1 s. */
const MOST_FIELDS = 3_000
/** More boxes of a page are drawn in one picture. */
const MOST_PARTS = 12
/** By so much the three colours of a pixel change that people can see: of 765. */
const SEEN = 90
/** So much of the width of its box a mark has to be seen in. */
const LEAST_WIDTH = 0.5
/** So much of a page may look different beside its marks: where they touch, smoothing changes pixels. */
const MOST_ALTERED = 0.005
/** Around a box, in fractions of the page: ink may cross its edge. */
const EDGE = 0.02
/** Relative luminance (WCAG 2.2) of a ground on which the grey of a caption has less contrast than 2 to 1. */
const DARK = 0.35

/**
 * Whether each mark can be seen, on screen and in print, and all else looks as before.
 * @param bytes with a mark across each box: a line from the left edge to the right
 * @param pdf the marked file
 * @returns null when the file cannot be judged, since PDFium does not show it or takes too long
 */
export async function judgeMarks(
  bytes: Uint8Array,
  { shown, marked }: MarkedLengths,
  pdf: PdfFile,
  boxes: readonly Box[],
): Promise<Verdict | null> {
  const { pages, catalog } = pdf
  // PDFium's time for a form grows with the square of its fields; those on a mark are content of the page by now.
  const hasForms = formFields(pdf).length <= MOST_FIELDS
  const until = performance.now() + MOST_MS
  return withViews(bytes, { lengths: [shown, marked], hasForms, until }, ([before, after]) => {
    if (!before || !after) return null
    const hasLayers = catalog.has(nameOf('OCProperties'))
    const verdict: Verdict = { hidden: [], dark: [], altered: [] }
    for (const number of new Set(boxes.map(({ page }) => page))) {
      const own = boxes.filter(({ page }) => page === number)
      const page = pages[number - 1]!
      const modes = hasLayers || page.dict.has(nameOf('Annots')) ? [false, true] : [false]
      if (!judgePage({ before, after, number, page, modes, until }, own, verdict)) return null
    }
    return verdict
  })
}

interface Sides {
  before: FileView
  after: FileView
  number: number
  page: PdfPage
  /** Whether it prints as it shows can only differ where there are annotations or layers. */
  modes: boolean[]
  /** As `performance.now`. */
  until: number
}

/** @returns false when there was not time enough */
function judgePage({ before, after, number, page, modes, until }: Sides, boxes: Box[], verdict: Verdict): boolean {
  const parts = boxes.length > MOST_PARTS ? [boxes] : boxes.map((box) => [box])
  for (const own of parts) {
    const part = union(own)
    const smallest = Math.min(...own.map(({ w, h }) => Math.min(w * page.width, h * page.height)))
    const scale = Math.max(SCALE * page.userUnit, LEAST_PIXELS / smallest)
    const hidden = new Set<Box>()
    for (const print of modes) {
      const without = before.draw(number, part, { scale, print })
      const marked = after.draw(number, part, { scale, print })
      if (performance.now() > until) return false
      if (!without || !marked) continue
      for (const box of own) {
        const area = areaOf(without, part, box)
        if (markedWidth(without, marked, area) < LEAST_WIDTH) hidden.add(box)
        if (!print && luminance(without, area) < DARK) verdict.dark.push(box)
      }
    }
    verdict.hidden.push(...hidden)
  }
  const whole = { scale: PAGE_SCALE * page.userUnit }
  const [was, is] = [before.draw(number, PAGE, whole), after.draw(number, PAGE, whole)]
  if (performance.now() > until) return false
  if (was && is && alteredBeside(was, is, boxes) > MOST_ALTERED) verdict.altered.push(number)
  return true
}

const PAGE: Room = { x: 0, y: 0, w: 1, h: 1 }

function union(boxes: Box[]): Room {
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)))
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)))
  const right = Math.min(1, Math.max(...boxes.map((box) => box.x + box.w)))
  const bottom = Math.min(1, Math.max(...boxes.map((box) => box.y + box.h)))
  return { x, y, w: right - x, h: bottom - y }
}

/** In pixels; `right` and `bottom` are not part of it. */
interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** A box in a picture of a part of its page, at least a pixel. */
function areaOf({ width, height }: DrawnPart, part: Room, { x, y, w, h }: Room): Area {
  const along = (value: number, from: number, length: number, pixels: number) => ((value - from) / length) * pixels
  const left = Math.max(0, Math.min(width - 1, Math.floor(along(x, part.x, part.w, width))))
  const top = Math.max(0, Math.min(height - 1, Math.floor(along(y, part.y, part.h, height))))
  return {
    left,
    top,
    right: Math.max(left + 1, Math.min(width, Math.ceil(along(x + w, part.x, part.w, width)))),
    bottom: Math.max(top + 1, Math.min(height, Math.ceil(along(y + h, part.y, part.h, height)))),
  }
}

function differs(a: Uint8Array, b: Uint8Array, at: number): boolean {
  return Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!) > SEEN
}

/** The part of the area's width in which something changed. */
function markedWidth(without: DrawnPart, marked: DrawnPart, { left, top, right, bottom }: Area): number {
  let columns = 0
  for (let x = left; x < right; x++) {
    for (let y = top; y < bottom; y++) {
      if (!differs(without.bytes, marked.bytes, 4 * (y * without.width + x))) continue
      columns++
      break
    }
  }
  return columns / (right - left)
}

/** The mean relative luminance. */
function luminance({ bytes, width }: DrawnPart, { left, top, right, bottom }: Area): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 4 * (y * width + x)
      sum += 0.0722 * LINEAR[bytes[at]!]! + 0.7152 * LINEAR[bytes[at + 1]!]! + 0.2126 * LINEAR[bytes[at + 2]!]!
    }
  }
  return sum / ((bottom - top) * (right - left))
}

/** What a value of sRGB is in light. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/** The part of the page that looks different, the boxes and their edges left out. */
function alteredBeside(was: DrawnPart, is: DrawnPart, boxes: Box[]): number {
  const { width, height } = was
  const areas = boxes.map(({ x, y, w, h }) =>
    areaOf(was, PAGE, { x: x - EDGE, y: y - EDGE, w: w + 2 * EDGE, h: h + 2 * EDGE }),
  )
  let altered = 0
  for (let y = 0; y < height; y++) {
    const across = areas.filter(({ top, bottom }) => y >= top && y < bottom)
    for (let x = 0; x < width; x++) {
      if (!differs(was.bytes, is.bytes, 4 * (y * width + x))) continue
      if (!across.some(({ left, right }) => x >= left && x < right)) altered++
    }
  }
  return altered / (width * height)
}

import type { PdfPage } from '../../document.ts'
import { pointToFractions } from '../../geometry.ts'
import type { Glyph } from '../glyphs.ts'

/** A run of printed words on one line, without a gap that sets words apart. Points of the page as displayed, origin top left. */
export interface Segment {
  text: string
  x0: number
  x1: number
  top: number
  baseline: number
  bottom: number
  /** Font size. */
  em: number
  isRightToLeft: boolean
}

interface Placed {
  text: string
  x0: number
  x1: number
  baseline: number
  em: number
}

/** As fractions of the font size. */
const ASCENT = 0.75
const DESCENT = 0.2
const BLANK = 0.18
const GAP = 1.4
/** Behind a colon the value begins, not the next word. */
const GAP_AFTER_COLON = 0.7

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Lines to write on, drawn in type. */
const LEADER = /^[_\u2017\u2026\u00b7\u2025\uff3f\u2500\u2501]+$/
const WRITTEN = /[\p{L}\p{N}]/u

/** The horizontal print of a page in segments; rows of underscores and dots are room to write, not print. */
export function segmentsOf(page: PdfPage, glyphs: Iterable<Glyph>): Segment[] {
  const placed: Placed[] = []
  for (const glyph of glyphs) {
    const spot = place(page, glyph)
    if (spot) placed.push(spot)
  }
  placed.sort((a, b) => a.baseline - b.baseline)
  const segments: Segment[] = []
  let line: Placed[] = []
  const end = () => {
    segments.push(...splitLine(line.sort((a, b) => a.x0 - b.x0)))
    line = []
  }
  for (const spot of placed) {
    const first = line[0]
    if (first && spot.baseline - first.baseline > Math.max(first.em, spot.em) / 3) end()
    line.push(spot)
  }
  end()
  return segments
}

/** Null for a blank, and for what does not run from left to right on the page as displayed. */
function place(page: PdfPage, { text, x, y, advance, show }: Glyph): Placed | null {
  if (text.trim() === '' || LEADER.test(text) || show.font.vertical) return null
  const [a, b, c, d] = show.axes
  const start = pointToFractions(page, x, y)
  const end = pointToFractions(page, x + advance * a, y + advance * b)
  const across = (end[0] - start[0]) * page.width
  const along = (end[1] - start[1]) * page.height
  if (across < 0 || Math.abs(along) > Math.abs(across) * 0.1) return null
  const x0 = start[0] * page.width
  return { text, x0, x1: x0 + across, baseline: start[1] * page.height, em: Math.hypot(c, d) }
}

function splitLine(line: Placed[]): Segment[] {
  const segments: Segment[] = []
  let run: Placed[] = []
  const end = () => {
    const text = textOf(run)
    // Without the rows of dots that lead to a page number or are to be written on.
    if (WRITTEN.test(text)) segments.push(segment(run, text))
    run = []
  }
  for (const [i, spot] of line.entries()) {
    const before = line[i - 1]
    // A row of dots; a single one ends a sentence.
    if (spot.text === '.' && (before?.text === '.' || line[i + 1]?.text === '.')) {
      if (run.length > 0) end()
      continue
    }
    const gap = before ? (spot.x0 - before.x1) / Math.max(spot.em, before.em, 0.01) : 0
    if (run.length > 0 && gap > (/[:：]$/.test(before!.text) ? GAP_AFTER_COLON : GAP)) end()
    run.push(spot)
  }
  if (run.length > 0) end()
  return segments
}

function segment(run: Placed[], text: string): Segment {
  const [first] = run
  const em = run.reduce((most, spot) => Math.max(most, spot.em), 0)
  const { baseline } = first!
  const x1 = run.reduce((most, spot) => Math.max(most, spot.x1), first!.x1)
  const extent = { top: baseline - ASCENT * em, baseline, bottom: baseline + DESCENT * em }
  return { text, x0: first!.x0, x1, ...extent, em, isRightToLeft: RIGHT_TO_LEFT.test(text) }
}

/** In the order of reading, with a blank where the pen moved on. A glyph painted twice in one place is read once. */
function textOf(run: Placed[]): string {
  const units: string[] = []
  for (const [i, { text, x0, em }] of run.entries()) {
    const before = run[i - 1]
    if (before && before.text === text && x0 - before.x0 < em * 0.1) continue
    if (before && x0 - before.x1 > BLANK * em) units.push(' ')
    units.push(text)
  }
  return units.some((unit) => RIGHT_TO_LEFT.test(unit)) ? reordered(units).join('') : units.join('')
}

/** From the order on paper to that of reading, for a line of a right-to-left script: numbers and Latin words stay. */
function reordered(units: string[]): string[] {
  const ordered: string[] = []
  for (let end = units.length; end > 0; ) {
    let start = end - 1
    if (/[\p{N}\p{Script=Latin}]/u.test(units[start]!)) {
      while (start > 0 && !RIGHT_TO_LEFT.test(units[start - 1]!)) start--
      while (!/[\p{N}\p{Script=Latin}]/u.test(units[start]!)) start++
    }
    ordered.push(...units.slice(start, end))
    end = start
  }
  return ordered
}

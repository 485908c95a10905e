import type { Rect } from '../geometry.ts'
import { STEPS } from '../limits.ts'
import type { MalformedMarker } from '../types.ts'
import type { FoundMarker } from './found-marker.ts'
import type { Glyph } from './glyphs.ts'
import { lookalikes, MARKER_END, MARKER_START, parseMarker } from './grammar.ts'
import { gapBefore, inReadingOrder, startsNewLine } from './lines.ts'
import { mergeOverprints } from './overprints.ts'

/** Longest marker: kind, role and key at their limits, and some room for blanks. */
const LONGEST = 200
/** Characters of a malformed marker that are reported. */
export const MALFORMED_LENGTH = 120

/**
 * Finds the markers among the glyphs of a page. The search is in painting order, so that a marker may be split over any
 * number of operators, fonts and forms; if a start has no end, it is repeated in reading order, because some producers
 * paint a line out of order. Text that starts like a marker but is not one is `malformed`.
 * @param spend counts the steps of sorting a page into reading order
 */
export function findMarkers(
  glyphs: Glyph[],
  spend: (steps: number) => void,
): { markers: FoundMarker[]; malformed: MalformedMarker['text'][] } {
  const painted = search(glyphs)
  if (painted.malformed.length === 0 && !looksShuffled(glyphs, painted.markers))
    return { markers: mergeOverprints(painted.markers), malformed: painted.lookalikes }
  const used = new Set(painted.markers.flatMap((marker) => marker.glyphs))
  spend(glyphs.length * STEPS.sortedGlyph)
  const rest = search(inReadingOrder(glyphs.filter((glyph) => !used.has(glyph))))
  return {
    markers: mergeOverprints([...painted.markers, ...rest.markers]),
    malformed: [...rest.malformed, ...rest.lookalikes],
  }
}

/** Brackets painted apart from what they enclose: nothing starts like a marker, but all its characters are present. */
function looksShuffled(glyphs: Glyph[], markers: FoundMarker[]): boolean {
  let brackets = 0
  for (const glyph of glyphs) if (glyph.text.includes('[')) brackets += glyph.text.split('[').length - 1
  return brackets >= 2 * markers.length + 2
}

interface Line {
  text: string
  /** The glyph that each character of `text` comes from. */
  owners: number[]
}

function concatenate(glyphs: Glyph[]): Line {
  const owners: number[] = []
  const parts: string[] = []
  for (const [index, glyph] of glyphs.entries()) {
    parts.push(glyph.text)
    for (let i = 0; i < glyph.text.length; i++) owners.push(index)
  }
  return { text: parts.join(''), owners }
}

/** `malformed` starts exactly like a marker, `lookalikes` in another case or with blanks. */
function search(glyphs: Glyph[]): { markers: FoundMarker[]; malformed: string[]; lookalikes: string[] } {
  const { text, owners } = concatenate(glyphs)
  const markers: FoundMarker[] = []
  const malformed: string[] = []
  for (let from = text.indexOf(MARKER_START); from >= 0; ) {
    const end = endOf(text, from)
    const nextStart = text.indexOf(MARKER_START, from + MARKER_START.length)
    const closed = end >= 0 && (nextStart < 0 || end < nextStart)
    const to = closed ? end + MARKER_END.length : from
    const slice = glyphs.slice(owners[from], (owners[to - 1] ?? -1) + 1)
    const parsed = closed ? parseMarker(withInferredBlanks(text, owners, glyphs, from, end)) : null
    if (parsed) markers.push({ ...parsed, glyphs: slice, rect: boundingBox(slice) })
    else malformed.push(malformedText(text, owners, glyphs, from, closed ? to : nextStart))
    from = parsed ? text.indexOf(MARKER_START, to) : nextStart
  }
  const alike = lookalikes(text).map((from) => {
    const end = endOf(text, from)
    return malformedText(text, owners, glyphs, from, end < 0 ? -1 : end + MARKER_END.length)
  })
  return { markers, malformed, lookalikes: alike }
}

/** The end of the marker that starts at `from`, or -1. Searches only the maximum length: many starts may have no end. */
function endOf(text: string, from: number): number {
  const end = text.slice(from, from + LONGEST + MARKER_END.length).indexOf(MARKER_END)
  return end < 0 ? -1 : from + end
}

/**
 * The text between `[[ls:` and `]]`. Producers often move the pen instead of painting a blank, so a gap within the role
 * counts as one if it is wider than the gaps between the letters of `[[ls:KIND:`, where no blank can be.
 */
function withInferredBlanks(text: string, owners: number[], glyphs: Glyph[], from: number, end: number): string {
  const bodyStart = from + MARKER_START.length
  const roleStart = text.indexOf(':', bodyStart) + 1
  if (roleStart === 0 || roleStart > end) return text.slice(bodyStart, end)
  const gapAt = (i: number) => {
    let widest = 0
    for (let k = owners[i - 1]! + 1; k <= owners[i]!; k++)
      widest = Math.max(widest, gapBefore(glyphs[k - 1]!, glyphs[k]!))
    return widest
  }
  const newLineAt = (i: number) => isNewLine(owners, glyphs, i)
  let widest = 0
  for (let i = from + 1; i < roleStart; i++) if (!newLineAt(i)) widest = Math.max(widest, gapAt(i))
  const threshold = Math.max(0.18, widest * 1.5)
  let body = text.slice(bodyStart, roleStart)
  for (let i = roleStart; i < end; i++) {
    const isGap = newLineAt(i) || gapAt(i) > threshold
    if (isGap && text[i] !== ' ' && text[i - 1] !== ' ') body += ' '
    body += text[i]
  }
  // Around colons and ends a gap is only spacing.
  return body.replace(/ *: */g, ':')
}

const isNewLine = (owners: number[], glyphs: Glyph[], i: number) =>
  owners[i] !== owners[i - 1] && startsNewLine(glyphs[owners[i]! - 1]!, glyphs[owners[i]!]!)

function malformedText(text: string, owners: number[], glyphs: Glyph[], from: number, before: number): string {
  const most = Math.min(before < 0 ? text.length : before, from + MALFORMED_LENGTH)
  let to = from + 1
  while (to < most && !isNewLine(owners, glyphs, to)) to++
  return text.slice(from, to).trim()
}

/** Part of the em square that counts as the glyph: a capital's height above the base line, a descender below. */
const ASCENT = 0.75
const DESCENT = -0.2

function boundingBox(glyphs: Glyph[]): Rect {
  const rect: Rect = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, advance, show } of glyphs) {
    const [a, b, c, d] = show.axes
    const corners = show.font.vertical
      ? [
          [-0.5, 0],
          [0.5, advance],
        ]
      : [
          [0, DESCENT],
          [advance, DESCENT],
          [0, ASCENT],
          [advance, ASCENT],
        ]
    for (const [u = 0, v = 0] of corners) {
      const px = x + u * a + v * c
      const py = y + u * b + v * d
      rect[0] = Math.min(rect[0], px)
      rect[1] = Math.min(rect[1], py)
      rect[2] = Math.max(rect[2], px)
      rect[3] = Math.max(rect[3], py)
    }
  }
  return rect
}

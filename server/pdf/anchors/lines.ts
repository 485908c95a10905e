import type { Glyph } from './glyphs.ts'

/** Length of the em along the writing direction, and that direction as a unit vector, user space. */
function direction({ show }: Glyph): { x: number; y: number; em: number } {
  const [a, b, c, d] = show.axes
  const [x, y] = show.font.vertical ? [-c, -d] : [a, b]
  const em = Math.hypot(x, y)
  return em > 0 ? { x: x / em, y: y / em, em } : { x: 1, y: 0, em: 1 }
}

/** The offset from the end of `before` to the start of `after` along and across the writing direction, in em. */
function step(before: Glyph, after: Glyph): { along: number; across: number } {
  const { x, y, em } = direction(before)
  const dx = after.x - before.x
  const dy = after.y - before.y
  return { along: (dx * x + dy * y) / em - Math.abs(before.advance), across: (dy * x - dx * y) / em }
}

/** The gap between two glyphs of one line, in em; negative when they overlap. */
export const gapBefore = (before: Glyph, after: Glyph) => step(before, after).along

/** Whether `after` is on another line, or so far away that it is not the same run of text. */
export function startsNewLine(before: Glyph, after: Glyph): boolean {
  const { along, across } = step(before, after)
  return Math.abs(across) > 0.5 || along < -1 || along > 4
}

/**
 * Glyphs sorted into lines, and along each line. Two glyphs are on one line when they run in the same direction
 * and their base lines lie less than a third of an em apart. A glyph painted twice in the same place (faked bold)
 * follows its twin and has no text, so that the text is not doubled.
 */
export function inReadingOrder(glyphs: Glyph[]): Glyph[] {
  const placed = glyphs.map((glyph) => {
    const { x, y, em } = direction(glyph)
    const angle = Math.round((Math.atan2(y, x) * 180) / Math.PI / 3)
    return { glyph, angle, em, along: glyph.x * x + glyph.y * y, across: glyph.y * x - glyph.x * y }
  })
  placed.sort((a, b) => a.angle - b.angle || b.across - a.across)
  const lines: (typeof placed)[] = []
  for (const item of placed) {
    const line = lines.at(-1)
    const first = line?.[0]
    const together = first && first.angle === item.angle && first.across - item.across < Math.max(first.em, item.em) / 3
    if (together) line!.push(item)
    else lines.push([item])
  }
  const ordered: Glyph[] = []
  for (const line of lines) {
    line.sort((a, b) => a.along - b.along)
    for (const [i, { glyph, along, em }] of line.entries()) {
      const before = line[i - 1]
      const isTwin = before && before.glyph.text === glyph.text && along - before.along < em * 0.1
      ordered.push(isTwin ? { ...glyph, text: '' } : glyph)
    }
  }
  return ordered
}

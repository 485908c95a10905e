import type { PdfPage } from '../document.ts'
import { pointToFractions } from '../geometry.ts'
import { STEPS } from '../limits.ts'
import type { FoundMarker } from './found-marker.ts'
import type { Glyph } from './glyphs.ts'

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** No letter of these scripts has a lower code. */
const FIRST_CODE = 0x590
const LETTER = /\p{L}/u
/** Letters are looked for in strips of the page of this height, in points. */
const STRIP_POINTS = 6

interface Letter {
  /** A fraction of the page as displayed. */
  x: number
  isRightToLeft: boolean
}

/** How the text around the markers of a page runs. */
export interface PageDirection {
  /** By the letter closest to it in its line, else by most letters of the page. */
  isRightToLeft(box: { x: number; y: number; w: number; h: number }): boolean
  /** The left margin as a fraction of the page's width: that of the text, or as wide as the right one. */
  margin: number
}

/**
 * Null for a page without right-to-left letters, outside the markers themselves.
 * @param spend counts the steps of sorting the letters into lines
 */
export function pageDirectionOf(
  page: PdfPage,
  glyphs: Glyph[],
  markers: FoundMarker[],
  spend: (steps: number) => void,
): PageDirection | null {
  if (!glyphs.some(isRightToLeft)) return null
  spend(glyphs.length * STEPS.sortedGlyph)
  const inMarkers = new Set(markers.flatMap((marker) => marker.glyphs))
  const strips = new Map<number, Letter[]>()
  const stripOf = (y: number) => Math.floor((y * page.height) / STRIP_POINTS)
  let [balance, least, most] = [0, 1, 0]
  for (const glyph of glyphs) {
    if (inMarkers.has(glyph) || !LETTER.test(glyph.text)) continue
    const [x, y] = pointToFractions(page, glyph.x, glyph.y)
    const letter = { x, isRightToLeft: isRightToLeft(glyph) }
    const strip = strips.get(stripOf(y))
    if (strip) strip.push(letter)
    else strips.set(stripOf(y), [letter])
    balance += letter.isRightToLeft ? 1 : -1
    least = Math.min(least, x)
    most = Math.max(most, x + (glyph.advance * Math.abs(glyph.show.axes[0])) / page.width)
  }
  if (strips.size === 0) return null
  for (const strip of strips.values()) strip.sort((a, b) => a.x - b.x)
  return {
    isRightToLeft(box) {
      let closest: { letter: Letter; distance: number } | null = null
      for (let index = stripOf(box.y); index <= stripOf(box.y + box.h); index++)
        for (const letter of besides(strips.get(index) ?? [], box.x)) {
          const distance = Math.max(box.x - letter.x, letter.x - box.x - box.w)
          if (!closest || distance < closest.distance) closest = { letter, distance }
        }
      return closest ? closest.letter.isRightToLeft : balance > 0
    },
    margin: Math.max(0, Math.min(least, 1 - most)),
  }
}

function isRightToLeft({ text }: Glyph): boolean {
  return text.charCodeAt(0) >= FIRST_CODE && RIGHT_TO_LEFT.test(text)
}

/** The last letter before `x` and the first one after it, of a sorted strip. */
function besides(strip: Letter[], x: number): Letter[] {
  let [low, high] = [0, strip.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (strip[middle]!.x < x) low = middle + 1
    else high = middle
  }
  return strip.slice(Math.max(0, low - 1), low + 1)
}

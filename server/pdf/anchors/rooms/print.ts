import { PDFDict } from 'pdf-lib'
import type { PdfPage } from '../../document.ts'
import { pointToFractions, type Rect, toFractions } from '../../geometry.ts'
import { get, items, numbers } from '../../objects.ts'
import type { Glyph } from '../glyphs.ts'
import type { Paint } from '../paints.ts'

/** In points of the page as displayed, origin top left. */
export interface Area {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** What stands on a page. */
export interface PagePrint {
  text: Area[]
  /** Lines, rows of underscores and dots, images, annotations. */
  marks: Area[]
  /** Areas of a colour, on which other things may stand. */
  backgrounds: Area[]
}

/** As fractions of the font size. */
const ASCENT = 0.8
const DESCENT = 0.22
/** Rows of these are lines to write on. */
const LEADER = /^[_.\u2017\u2026\u00b7\u2025\uff3f\u2500\u2501]+$/
/** Points by which the pieces of a line may be apart. */
const JOINED = 3
const MOST_ANNOTATIONS = 2_000

export function printOf(page: PdfPage, glyphs: Iterable<Glyph>, paints: Paint[]): PagePrint {
  const text: Area[] = []
  const leaders: Area[] = []
  for (const glyph of glyphs) {
    if (glyph.text.trim() === '') continue
    if (LEADER.test(glyph.text)) leaders.push(glyphArea(page, glyph, 0.02, 0.12))
    else text.push(glyphArea(page, glyph, ASCENT, DESCENT))
  }
  const areas = (wanted: boolean) => paints.flatMap(({ rect, isArea }) => (isArea === wanted ? [area(page, rect)] : []))
  return { text, marks: [...joined(leaders), ...areas(false), ...annotations(page)], backgrounds: areas(true) }
}

function glyphArea(page: PdfPage, { x, y, advance, show }: Glyph, above: number, below: number): Area {
  const [a, b, c, d] = show.axes
  const points = [0, advance].flatMap((along) =>
    [-below, above].map((up) => pointToFractions(page, x + along * a + up * c, y + along * b + up * d)),
  )
  const xs = points.map(([u]) => u * page.width)
  const ys = points.map(([, v]) => v * page.height)
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

function area(page: PdfPage, rect: Rect): Area {
  const { x, y, w, h } = toFractions(page, rect)
  return { x0: x * page.width, y0: y * page.height, x1: (x + w) * page.width, y1: (y + h) * page.height }
}

/** The pieces of each row as one line. */
function joined(pieces: Area[]): Area[] {
  const lines: Area[] = []
  for (const piece of pieces.toSorted((a, b) => Math.round(a.y1) - Math.round(b.y1) || a.x0 - b.x0)) {
    const last = lines.at(-1)
    if (last && Math.abs(last.y1 - piece.y1) < 1 && piece.x0 - last.x1 < JOINED) last.x1 = Math.max(last.x1, piece.x1)
    else lines.push({ ...piece })
  }
  return lines
}

/** Links are where their text is; everything else may be drawn over the page. */
function annotations(page: PdfPage): Area[] {
  return items(get.array(page.dict, 'Annots'))
    .slice(0, MOST_ANNOTATIONS)
    .flatMap((annotation) => {
      if (!(annotation instanceof PDFDict) || get.name(annotation, 'Subtype') === 'Link') return []
      const [x0, y0, x1, y1] = numbers(get.array(annotation, 'Rect'))
      if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return []
      return [area(page, [x0, y0, x1, y1])]
    })
}

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { VIEW_LIMITS } from '../limits.ts'
import { fromRight, RIGHT_TO_LEFT, turned } from './from-right.ts'
import type { Extent, PdfJsPiece } from './types.ts'

/** The text of a page in the order of its content; null: more than is read. `spend` counts pieces of the document. */
export async function piecesOf(page: PDFPageProxy, spend: (pieces: number) => boolean): Promise<PdfJsPiece[] | null> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const pieces: PdfJsPiece[] = []
  /** Open marked content, innermost last. */
  const open: { id: string | null; isArtifact: boolean }[] = []
  const reader = page.streamTextContent({ includeMarkedContent: true }).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return pieces
    const { items } = value as { items: TextPiece[] }
    if (pieces.length + items.length > VIEW_LIMITS.pagePieces || !spend(items.length)) {
      // Not awaited: pdf.js answers when it has read the page, which is what is not to be waited for.
      reader.cancel(new Error('more text than is read')).catch(() => {})
      return null
    }
    for (const item of items) {
      if ('type' in item) {
        if (item.type === 'endMarkedContent') open.pop()
        else open.push({ id: item.id ?? null, isArtifact: item.tag === 'Artifact' })
        continue
      }
      const [a, b, c, d, e, f] = multiplied(transform, item.transform)
      const size = Math.hypot(c, d)
      // Across the page, as pages turned by their content: there it has no lines of its own.
      const along = Math.hypot(a, b) || 1
      const [ux, uy] = [a / along, b / along]
      const [x0, x1] = [Math.min(e, e + ux * item.width), Math.max(e, e + ux * item.width)]
      const [y0, y1] = [Math.min(f, f + uy * item.width), Math.max(f, f + uy * item.width)]
      pieces.push({
        text: unified(item.dir === 'ltr' ? turned(item.str) : item.str),
        size: size / height,
        baseline: f / height,
        x0: x0 / width,
        x1: x1 / width,
        y0: (y0 - size * 0.8) / height,
        y1: (y1 + size * 0.2) / height,
        endsLine: item.hasEOL,
        mark: open.findLast(({ id }) => id !== null)?.id ?? null,
        isArtifact: open.some(({ isArtifact }) => isArtifact),
      })
    }
  }
}

/** Fonts that draw a radical and a letter of the same shape with one glyph often name the radical. */
const unified = (text: string) => text.replace(/[\u2e80-\u2fd5]/gu, (radical) => radical.normalize('NFKC'))

type TextPiece =
  | { str: string; dir: string; transform: number[]; width: number; hasEOL: boolean }
  | { type: 'beginMarkedContent' | 'beginMarkedContentProps' | 'endMarkedContent'; id?: string; tag?: string }

type Six = [number, number, number, number, number, number]

function multiplied(outer: number[], inner: number[]): Six {
  const [a, b, c, d, e, f] = outer as Six
  const [g, h, i, j, k, l] = inner as Six
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Around all of them. */
export function around(extents: Extent[]): Extent {
  const round = (value: number) => Math.round(value * 10_000) / 10_000
  const of = (pick: (extent: Extent) => number, best: (a: number, b: number) => number) =>
    round(extents.map(pick).reduce((a, b) => best(a, b)))
  return {
    x0: of(({ x0 }) => x0, Math.min),
    y0: of(({ y0 }) => y0, Math.min),
    x1: of(({ x1 }) => x1, Math.max),
    y1: of(({ y1 }) => y1, Math.max),
  }
}

/** The pieces as running text: a blank where a line ends, none behind a hyphen. */
export function joined(pieces: PdfJsPiece[]): string {
  let text = ''
  for (const line of inLines(pieces)) {
    if (text !== '' && !/\p{L}[-\u2010]$/u.test(text) && !/\p{Script=Han}$/u.test(text)) text += ' '
    text += line.some((piece) => RIGHT_TO_LEFT.test(piece.text)) ? fromRight(line) : line.map(wordsOf).join('')
  }
  return text.replace(/\s+/g, ' ').trim()
}

const wordsOf = ({ text }: PdfJsPiece) => text

function inLines(pieces: PdfJsPiece[]): PdfJsPiece[][] {
  const lines: PdfJsPiece[][] = []
  for (const piece of pieces) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (!line || !last || last.endsLine || Math.abs(last.baseline - piece.baseline) > last.size / 2) lines.push([piece])
    else line.push(piece)
  }
  return lines
}

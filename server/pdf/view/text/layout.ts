import { around, joined } from './pieces.ts'
import type { Block, Extent, Piece, Row } from './types.ts'

interface Line extends Extent {
  cells: Piece[][]
  text: string
  size: number
  baseline: number
}

/** As multiples of the font size. */
const CELL_GAP = 2.2
const SAME_LINE = 0.4
const LINE_STEP = 1.75
const HEADING = 1.15

const BULLET = /^(?:[•▪◦●○‣⁃–—*·-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S/u

/** The blocks of a page without tags, guessed from where its text stands. */
export function laidOutBlocks(pieces: Piece[], aspect: number): Block[] {
  const lines = linesOf(
    pieces.filter(({ isArtifact }) => !isArtifact),
    aspect,
  )
  const body = bodySize(lines)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const rows = tableFrom(lines, at)
    if (rows.length > 0) {
      blocks.push({ kind: 'table', rows, ...around(rows) })
      at += rows.length
      continue
    }
    const isHeading = line.size >= body * HEADING && line.text.length <= 160
    let end = at + 1
    while (end < lines.length && continues(lines[end - 1]!, lines[end]!) && tableFrom(lines, end).length === 0) end++
    const own = lines.slice(at, end)
    const text = joined(own.flatMap(({ cells }) => cells.flat().map((piece) => piece)))
    const place = around(own)
    if (isHeading) blocks.push({ kind: 'heading', level: line.size >= body * 1.5 ? 1 : 2, text, ...place })
    else blocks.push({ kind: BULLET.test(text) ? 'item' : 'paragraph', text, ...place })
    at = end
  }
  return blocks
}

/** Lines in the order of the content, which nearly always is that of reading. */
function linesOf(pieces: Piece[], aspect: number): Line[] {
  const lines: Line[] = []
  let run: Piece[] = []
  const end = () => {
    if (run.some(({ text }) => text.trim() !== '')) lines.push(lineOf(run, aspect))
    run = []
  }
  for (const piece of pieces) {
    if (piece.text.trim() === '' && run.length === 0) continue
    const last = run.at(-1)
    if (last && Math.abs(last.baseline - piece.baseline) > SAME_LINE * Math.max(last.size, piece.size)) end()
    run.push(piece)
  }
  end()
  return lines
}

function lineOf(run: Piece[], aspect: number): Line {
  const cells: Piece[][] = []
  let last: Piece | undefined
  for (const piece of run) {
    if (piece.text.trim() === '') {
      if (last) cells.at(-1)!.push({ ...piece, text: ' ', x0: last.x1, x1: last.x1, endsLine: false })
      continue
    }
    const gap = last ? Math.max(piece.x0 - last.x1, last.x0 - piece.x1) * aspect : 0
    if (!last || gap > CELL_GAP * piece.size) cells.push([])
    cells.at(-1)!.push({ ...piece, endsLine: false })
    last = piece
  }
  // The pieces of the next line follow behind a blank.
  const tail = cells.at(-1)!
  tail[tail.length - 1] = { ...tail.at(-1)!, endsLine: true }
  const printed = run.filter(({ text }) => text.trim() !== '')
  const size = printed.reduce((most, piece) => Math.max(most, piece.size), 0)
  return { cells, text: joined(cells.flat()), size, baseline: printed[0]!.baseline, ...around(printed) }
}

/** The font size in which most of the page is set. */
function bodySize(lines: Line[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) {
    const key = Math.round(size * 5_000)
    letters.set(key, (letters.get(key) ?? 0) + text.length)
  }
  return ([...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0) / 5_000
}

/** Whether the second line goes on with what the first one says. */
function continues(before: Line, line: Line): boolean {
  const step = line.baseline - before.baseline
  const sameSize = Math.abs(before.size - line.size) < 0.05 * before.size
  if (!sameSize || step <= 0 || step > LINE_STEP * line.size || line.cells.length > 1) return false
  if (BULLET.test(line.text)) return false
  // A short line ends its paragraph, and so does a colon or a row of its own.
  const width = before.x1 - before.x0
  return width > 0.5 * (line.x1 - line.x0) && !/[:：]$/.test(before.text)
}

/** Rows from this line on whose cells stand below each other; empty where it begins no table. */
function tableFrom(lines: Line[], at: number): Row[] {
  const first = lines[at]!
  if (first.cells.length < 2) return []
  const starts = first.cells.map((cell) => cell[0]!.x0)
  const rows: Line[] = []
  for (let next = at; next < lines.length; next++) {
    const line = lines[next]!
    const before = rows.at(-1)
    if (line.cells.length !== starts.length || (before && line.baseline - before.baseline > 5 * line.size)) break
    if (!line.cells.every((cell, i) => Math.abs(cell[0]!.x0 - starts[i]!) < 0.02)) break
    rows.push(line)
  }
  if (rows.length < 2) return []
  return rows.map((row) => ({
    isHead: false,
    cells: row.cells.map((cell) => joined(cell)),
    x0: row.x0,
    y0: row.y0,
    x1: row.x1,
    y1: row.y1,
  }))
}

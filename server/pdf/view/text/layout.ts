import { RIGHT_TO_LEFT, runsFromRight } from './from-right.ts'
import { around, joined } from './pieces.ts'
import type { Block, Extent, PdfJsPiece, TextRow } from './types.ts'

interface Line extends Extent {
  cells: PdfJsPiece[][]
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
export function laidOutBlocks(pieces: PdfJsPiece[], aspect: number): Block[] {
  const lines = linesOf(
    pieces.filter(({ isArtifact }) => !isArtifact),
    aspect,
  )
  const body = bodySize(lines)
  const columns = columnsOf(lines)
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
    while (end < lines.length && continues(lines[end - 1]!, lines[end]!, columns) && tableFrom(lines, end).length === 0)
      end++
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
function linesOf(pieces: PdfJsPiece[], aspect: number): Line[] {
  const lines: Line[] = []
  let run: PdfJsPiece[] = []
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

function lineOf(pieces: PdfJsPiece[], aspect: number): Line {
  // From the right, the order of the content may be that on paper, for a part of the line or for all of it.
  const fromRight = pieces.some(({ text }) => RIGHT_TO_LEFT.test(text))
  const run = fromRight ? pieces.toSorted((a, b) => a.x0 - b.x0) : pieces
  const cells: PdfJsPiece[][] = []
  let last: PdfJsPiece | undefined
  for (const piece of run) {
    if (piece.text.trim() === '') {
      if (last) cells.at(-1)!.push({ ...piece, text: ' ', endsLine: false })
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
function continues(before: Line, line: Line, columns: Extent[]): boolean {
  if (!isNext(before, line) || line.cells.length > 1) return false
  if (BULLET.test(line.text)) return false
  // A short line ends its paragraph, and so does a colon or a row of its own.
  const width = before.x1 - before.x0
  return width > 0.5 * (line.x1 - line.x0) && !/[:：]$/.test(before.text) && !isShort(before, line, columns)
}

/** In the same size, and no further down than the next line of a paragraph. */
function isNext(before: Line, line: Line): boolean {
  const step = line.baseline - before.baseline
  const sameSize = Math.abs(before.size - line.size) < 0.05 * before.size
  return sameSize && step > 0 && step <= LINE_STEP * line.size
}

/** Whether the first word of the next line would have fitted behind this one, in the narrowest column that holds it. */
function isShort(before: Line, line: Line, columns: Extent[]): boolean {
  const { start, end } = direction(before)
  const edges = columns
    .filter((column) => start(column) <= start(before) + SAME_EDGE && end(column) >= end(before) - SAME_EDGE)
    .map(end)
  const [word = line.text] = FIRST_WORD.exec(line.text) ?? []
  const needed = ((line.x1 - line.x0) * (word.length + 1)) / Math.max(line.text.length, 1)
  return edges.length > 0 && Math.min(...edges) - end(before) > 1.5 * needed
}

const FIRST_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|^\S+/u

const SAME_EDGE = 0.02
/** So many lines that end nearly together are a column, even where others are longer. */
const COLUMN_LINES = 4
/** Of the column's width: by how much its lines may fall short of its edge. */
const RAGGED = 0.2

/** From where to where lines run that are as long as there is room for: of a page, or of a column on it. */
function columnsOf(lines: Line[]): Extent[] {
  const whole = lines.length > 0 ? around(lines) : null
  return runsOf(lines).flatMap((run) => {
    const own = around(run)
    const { end } = direction(run[0]!)
    const far = RAGGED * (own.x1 - own.x0)
    const isFull = run.slice(0, -1).every((line) => end(own) - end(line) < far)
    const isOuter = end(whole!) - end(own) < SAME_EDGE
    return isFull && run.length >= (isOuter ? 2 : COLUMN_LINES) ? [own] : []
  })
}

/** Lines of one size below each other, with the same start. */
function runsOf(lines: Line[]): Line[][] {
  const runs: Line[][] = []
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1)
    const { start } = direction(line)
    const follows = last && isNext(last, line) && Math.abs(start(last) - start(line)) < SAME_EDGE
    if (follows) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs
}

/** Where a line begins and ends, in its direction. */
function direction({ text }: Line) {
  const mirrored = runsFromRight(text)
  return {
    start: ({ x0, x1 }: Extent) => (mirrored ? -x1 : x0),
    end: ({ x0, x1 }: Extent) => (mirrored ? -x0 : x1),
  }
}

/** Rows from this line on whose cells stand in the same columns; empty where it begins no table. */
function tableFrom(lines: Line[], at: number): TextRow[] {
  const count = lines[at]!.cells.length
  if (count < 2) return []
  const rows: { line: Line; cells: PdfJsPiece[][] }[] = []
  /** From where to where each column has been printed. */
  let columns: Extent[] = []
  for (let next = at; next < lines.length; next++) {
    const line = lines[next]!
    const before = rows.at(-1)?.line
    if (line.cells.length !== count || (before && line.baseline - before.baseline > 5 * line.size)) break
    const cells = line.cells.toSorted((a, b) => around(printed(a)).x0 - around(printed(b)).x0)
    const wider = cells.map((cell, i) => around([...printed(cell), ...(columns[i] ? [columns[i]] : [])]))
    if (wider.some(({ x1 }, i) => i + 1 < count && x1 >= wider[i + 1]!.x0)) break
    columns = wider
    rows.push({ line, cells })
  }
  if (rows.length < 2) return []
  const texts = rows.map(({ cells }) => cells.map((cell) => joined(cell)))
  const mirrored = runsFromRight(texts.flat().join(' '))
  return rows.map(({ line: { x0, y0, x1, y1 } }, i) => ({
    isHead: false,
    cells: mirrored ? texts[i]!.toReversed() : texts[i]!,
    ...{ x0, y0, x1, y1 },
  }))
}

const printed = (cell: PdfJsPiece[]) => cell.filter(({ text }) => text.trim() !== '')

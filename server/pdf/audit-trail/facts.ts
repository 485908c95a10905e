import { ASCENT, type Flow, LEADING, type Lines, MARGIN, MUTED, SIZE, TEXT, type TextOptions, WIDTH } from './flow.ts'

/** The width of the column of labels, in points. */
const LABELS = 84
/** A heading never stands alone: this much of what it heads is on its page. */
export const TWO_ROWS = 2 * LEADING
const COLUMN_GAP = 12
/** Below the lines of a row. */
const ROW_GAP = 1

/** Hashes and serial numbers are set in a monospaced font so that they can be compared by eye. */
const HEXADECIMAL = /^[0-9a-f]{16,}$/i

interface Cell {
  label: string
  x: number
  lines: Lines
  value: TextOptions
}

/** One or two facts side by side. */
export interface FactRow {
  cells: Cell[]
  /** There is room for two. */
  isHalf: boolean
  height: number
}

/** The heading of a section. @param room the height of what must follow it on its page */
export function drawSection(flow: Flow, title: string, room: number) {
  flow.y += 10
  flow.need(20 + room, 20 + TWO_ROWS)
  flow.line(title, flow.y + 12, { x: MARGIN.side, width: WIDTH, size: 12, style: 'bold', color: TEXT })
  flow.y += 19
}

/**
 * Labels and values in rows, short ones two in a row.
 * @param columns 1: each has a row of its own
 */
export function layOutFacts(
  flow: Flow,
  facts: readonly [label: string, value: string][],
  { x, width, columns }: { x: number; width: number; columns: 1 | 2 },
): FactRow[] {
  const rows: FactRow[] = []
  const half = (width - COLUMN_GAP) / 2
  for (const [label, value] of facts) {
    const left = columns === 2 && layOutFact(flow, label, value, x, half)
    if (!left || left.lines.length > 1) {
      const cell = layOutFact(flow, label, value, x, width)
      rows.push({ cells: [cell], isHalf: false, height: cell.lines.length * LEADING + ROW_GAP })
      continue
    }
    const last = rows.at(-1)
    if (last?.isHalf && last.cells.length === 1) {
      last.cells.push(layOutFact(flow, label, value, x + half + COLUMN_GAP, half))
    } else rows.push({ cells: [left], isHalf: true, height: LEADING + ROW_GAP })
  }
  return rows
}

function layOutFact(flow: Flow, label: string, value: string, x: number, width: number): Cell {
  const mono = HEXADECIMAL.test(value)
  const options: TextOptions = {
    x: x + LABELS,
    width: width - LABELS,
    size: mono ? 7 : SIZE,
    style: mono ? 'mono' : 'regular',
    color: TEXT,
  }
  return { label, x, lines: flow.wrap(value, options), value: options }
}

export function heightOf(rows: readonly FactRow[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0)
}

/** A row stays whole; a value longer than a page goes on under its label on the next. */
export function drawFacts(flow: Flow, rows: readonly FactRow[]) {
  for (const { cells, height } of rows) {
    flow.need(height, TWO_ROWS)
    const top = flow.y
    for (const { label, x, lines, value } of cells) {
      flow.y = top
      drawLabel(flow, label, x)
      flow.paragraph(lines, value, { onNewPage: () => drawLabel(flow, `${label} (continued)`, x) })
    }
    flow.y += ROW_GAP
  }
}

function drawLabel(flow: Flow, label: string, x: number) {
  flow.line(label, flow.y + ASCENT, { x, width: LABELS - 4, size: SIZE, style: 'regular', color: MUTED })
}

/** An ISO timestamp in readable form: to the second, in UTC. */
export function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
}

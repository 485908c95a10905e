import { type Flow, MARGIN, MUTED, TEXT, type TextOptions, WIDTH } from './flow.ts'

/** The width of the column of labels, in points. */
export const LABELS = 112
/** A heading never stands alone: this much of what it heads is on its page. */
export const TWO_ROWS = 28

/** Hashes and serial numbers are set in a monospaced font so that they can be compared by eye. */
const HEXADECIMAL = /^[0-9a-f]{16,}$/i

/** The heading of a section. @param room the height of what must follow it on its page */
export function drawSection(flow: Flow, title: string, room: number) {
  flow.y += 18
  flow.need(24 + room)
  flow.line(title, flow.y + 12, { x: MARGIN.side, width: WIDTH, size: 13, style: 'bold', color: TEXT })
  flow.y += 22
}

/** Label and value, one row each; a long value takes more lines. */
export function drawFacts(flow: Flow, facts: [label: string, value: string][], x: number, width: number) {
  for (const [label, value] of facts) {
    const mono = HEXADECIMAL.test(value)
    const options: TextOptions = {
      x: x + LABELS,
      width: width - LABELS,
      size: mono ? (width < WIDTH ? 6.1 : 7.4) : 8.6,
      style: mono ? 'mono' : 'regular',
      color: TEXT,
    }
    const lines = flow.wrap(value, options)
    flow.need(lines.length * 12 + 2)
    flow.line(label, flow.y + 10, { x, width: LABELS - 10, size: 8.6, style: 'regular', color: MUTED })
    flow.paragraph(lines, flow.y + 10, 12, options)
    flow.y += lines.length * 12 + 2
  }
}

/** An ISO timestamp in readable form: to the second, in UTC. */
export function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
}

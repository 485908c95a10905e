import type { AuditTrailModel } from '../types.ts'
import { drawFacts, drawSection, heightOf, layOutFacts, TWO_ROWS } from './facts.ts'
import { type Flow, LEADING, MARGIN, SIZE, TEXT, type TextOptions, WIDTH } from './flow.ts'

/** What the signers agreed to, in words: each text once. */
export function drawConsents(flow: Flow, { consents }: AuditTrailModel) {
  for (const [i, { facts, text }] of consents.entries()) {
    const rows = layOutFacts(flow, facts, { x: MARGIN.side, width: WIDTH, columns: 1 })
    const room = heightOf(rows) + (text === null ? 0 : TWO_ROWS + LEADING)
    if (i === 0) drawSection(flow, 'Text that the signers agreed to', room)
    else {
      flow.y += LEADING
      flow.need(room, TWO_ROWS)
    }
    drawFacts(flow, rows)
    if (text !== null) drawText(flow, text)
  }
}

/** Headings stay with the beginning of what follows them. */
function drawText(flow: Flow, text: string) {
  const regular: TextOptions = { x: MARGIN.side, width: WIDTH, size: SIZE, style: 'regular', color: TEXT }
  const bold: TextOptions = { ...regular, style: 'bold' }
  for (const line of text.split('\n')) {
    const heading = /^# (.*)/.exec(line)?.[1]
    if (heading === undefined && line.trim() === '') continue
    if (heading !== undefined) {
      flow.y += 3
      flow.need(LEADING + TWO_ROWS)
    }
    const options = heading === undefined ? regular : bold
    flow.paragraph(flow.wrap(heading ?? line, options, 'auto'), options)
  }
}

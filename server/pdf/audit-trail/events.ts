import type { AuditTrailModel } from '../types.ts'
import { drawSection, utc } from './facts.ts'
import { type Flow, MARGIN, MUTED, RULE, TEXT, type TextOptions, WIDTH } from './flow.ts'

/** The widths of the columns of number and time, in points. */
const SEQ = 26
const TIME = 96
const EVENT_HEAD = 14
/** Of the note below the events. */
const PROOF_ROOM = 66

/** Every event with its hash; the head of the table is repeated on each page. */
export function drawEvents(flow: Flow, model: AuditTrailModel) {
  const text: TextOptions = {
    x: MARGIN.side + SEQ + TIME,
    width: WIDTH - SEQ - TIME,
    size: 8.6,
    style: 'regular',
    color: TEXT,
  }
  const hash: TextOptions = { ...text, size: 6.2, style: 'mono', color: MUTED }
  const laidOut = model.events.map((event) => {
    const lines = flow.wrap(event.text, text)
    const hashes = flow.wrap(event.hash, hash)
    return { ...event, lines, hashes, height: 26 + lines.length * 12 + hashes.length * 9 }
  })
  const [first] = laidOut
  if (!first) return
  drawSection(flow, 'Events', EVENT_HEAD + first.height)
  drawEventHead(flow)
  for (const { seq, at, title, lines, hashes, height } of laidOut) {
    // The note on the hashes does not get a page of its own.
    if (flow.need(seq === laidOut.at(-1)!.seq ? height + PROOF_ROOM : height)) drawEventHead(flow)
    flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
    const top = flow.y + 13
    flow.line(String(seq), top, { ...text, x: MARGIN.side, width: SEQ - 6, color: MUTED })
    flow.line(utc(at), top, { ...text, x: MARGIN.side + SEQ, width: TIME - 8, size: 8 })
    flow.line(title, top, { ...text, style: 'bold' })
    flow.paragraph(lines, top + 12, 12, text)
    flow.paragraph(hashes, top + 12 + lines.length * 12 - 1, 9, hash)
    flow.y = top + 12 + lines.length * 12 + hashes.length * 9 - 4
  }
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
}

function drawEventHead(flow: Flow) {
  const options: TextOptions = { x: MARGIN.side, width: TIME, size: 7.4, style: 'regular', color: MUTED }
  flow.line('#', flow.y + 8, options)
  flow.line('Time (UTC)', flow.y + 8, { ...options, x: MARGIN.side + SEQ })
  flow.line('Event and hash', flow.y + 8, { ...options, x: MARGIN.side + SEQ + TIME })
  flow.y += EVENT_HEAD
}

const PROOF =
  'Each hash above is the SHA-256 of the hash before it and the event itself, written as canonical JSON (RFC 8785). ' +
  'No event can be changed, removed or inserted without every later hash changing. Anyone can recompute the chain ' +
  'from the published events.'

/** What the hashes prove, below the events. */
export function drawProof(flow: Flow) {
  flow.y += 12
  const options: TextOptions = { x: MARGIN.side, width: WIDTH, size: 7.6, style: 'regular', color: MUTED }
  const lines = flow.wrap(PROOF, options)
  flow.need(lines.length * 11 + 8)
  flow.paragraph(lines, flow.y + 8, 11, options)
}

import type { AuditTrailModel } from '../types.ts'
import { drawSection, TWO_ROWS, utc } from './facts.ts'
import {
  ASCENT,
  type Flow,
  LEADING,
  type Lines,
  MARGIN,
  MUTED,
  RULE,
  SIZE,
  TEXT,
  type TextOptions,
  WIDTH,
} from './flow.ts'

/** The widths of the columns of number and time, in points. */
const SEQ = 19
const TIME = 76
const EVENT_HEAD = 11
/** Above and below the lines of an event. */
const ABOVE = 1
const BELOW = 2
/** Between a text and a hash on the same line. */
const HASH_GAP = 8

const DETAILS: TextOptions = {
  x: MARGIN.side + SEQ + TIME,
  width: WIDTH - SEQ - TIME,
  size: SIZE,
  style: 'regular',
  color: TEXT,
}
const TITLE: TextOptions = { ...DETAILS, style: 'bold' }
const HASH: TextOptions = { ...DETAILS, size: 7, style: 'mono', color: MUTED }
const TIMES: TextOptions = { ...DETAILS, x: MARGIN.side + SEQ, width: TIME - 4, size: 7.1 }
const NUMBERS: TextOptions = { ...TIMES, x: MARGIN.side, width: SEQ - 4, color: MUTED }

type EventModel = AuditTrailModel['events'][number]

function layOutEvent(flow: Flow, { text, hash, ...event }: EventModel) {
  const title = flow.wrap(event.title, TITLE)
  const lines = flow.wrap(text, DETAILS)
  const [hashLine] = flow.wrap(hash, HASH)
  const room = HASH.width - hashLine!.width * HASH.size - HASH_GAP
  const isRoomBeside = (above: Lines) => (above.at(-1)?.width ?? 0) * SIZE <= room
  // Beside the title, beside the last line of the text, or on a line of its own.
  const place = isRoomBeside(title) ? 'title' : isRoomBeside(lines) ? 'text' : 'below'
  const count = title.length + lines.length + (place === 'below' ? 1 : 0)
  return { ...event, title, lines, hash, place, height: ABOVE + count * LEADING + BELOW }
}

/** Every event with its hash; the head of the table is repeated on each page. */
export function drawEvents(flow: Flow, model: AuditTrailModel) {
  const laidOut = model.events.map((event) => layOutEvent(flow, event))
  const [first] = laidOut
  if (!first) return
  const proof = layOutProof(flow)
  drawSection(flow, 'Events', EVENT_HEAD + first.height)
  drawEventHead(flow)
  for (const event of laidOut) {
    // The note on the hashes does not get a page of its own.
    const room = event === laidOut.at(-1) ? event.height + proof.height : event.height
    if (flow.need(room, ABOVE + 2 * TWO_ROWS)) drawEventHead(flow)
    drawEvent(flow, event)
  }
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
  flow.need(proof.height)
  flow.y += PROOF_ABOVE
  flow.paragraph(proof.lines, PROOF_TEXT)
}

function drawEvent(flow: Flow, { seq, at, title, lines, hash, place }: ReturnType<typeof layOutEvent>) {
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
  flow.y += ABOVE
  flow.line(String(seq), flow.y + ASCENT, NUMBERS)
  flow.line(utc(at).slice(0, 19), flow.y + ASCENT, TIMES)
  flow.paragraph(title, TITLE)
  const beside = { y: flow.y - LEADING, page: flow.pages.length - 1 }
  const onNewPage = () => {
    drawEventHead(flow)
    flow.line(`${seq}`, flow.y + ASCENT, NUMBERS)
    flow.line('(continued)', flow.y + ASCENT, { ...TIMES, color: MUTED })
  }
  flow.paragraph(lines, DETAILS, { onNewPage })
  if (place === 'below') {
    if (flow.need(LEADING)) onNewPage()
    flow.y += LEADING
  }
  // Drawn last, so that the text is read in one piece.
  const line = place === 'title' ? beside : { y: flow.y - LEADING, page: flow.pages.length - 1 }
  flow.line(hash, line.y + ASCENT, { ...HASH, right: true }, line.page)
  flow.y += BELOW
}

function drawEventHead(flow: Flow) {
  const head = { size: 7, color: MUTED }
  flow.line('#', flow.y + 7, { ...NUMBERS, ...head })
  flow.line('Time (UTC)', flow.y + 7, { ...TIMES, ...head })
  flow.line('Event and hash', flow.y + 7, { ...DETAILS, ...head })
  flow.y += EVENT_HEAD
}

const PROOF =
  'Each hash above is the SHA-256 of the hash before it and the event itself, written as canonical JSON (RFC 8785). ' +
  'No event can be changed, removed or inserted without every later hash changing. Anyone can recompute the chain ' +
  'from the published events.'
const PROOF_ABOVE = 6
const PROOF_TEXT: TextOptions = { x: MARGIN.side, width: WIDTH, size: 7.2, style: 'regular', color: MUTED }

/** What the hashes prove, below the events. */
function layOutProof(flow: Flow) {
  const lines = flow.wrap(PROOF, PROOF_TEXT)
  return { lines, height: PROOF_ABOVE + lines.length * LEADING }
}

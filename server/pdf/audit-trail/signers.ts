import type { AuditTrailModel } from '../types.ts'
import { drawFacts, drawSection, type FactRow, heightOf, layOutFacts, TWO_ROWS } from './facts.ts'
import {
  ASCENT,
  type Flow,
  LEADING,
  type Lines,
  MARGIN,
  MUTED,
  RULE,
  right,
  SIZE,
  TEXT,
  type TextOptions,
  WIDTH,
} from './flow.ts'
import { type Pictures, SIGNATURE } from './pictures.ts'

const GREEN = '0.10 0.50 0.29'
const AMBER = '0.76 0.50 0.06'
const RED = '0.72 0.15 0.15'

const STATUS_COLORS: Record<string, string> = {
  signed: GREEN,
  completed: GREEN,
  declined: RED,
  withdrawn: RED,
  expired: RED,
}

/** Above the name, and from line to line of it. */
const ABOVE = 4
const NAME_LEADING = 11.5
/** What is beside the name begins so much lower, to stand on its baseline. */
const NAME_RISE = ((NAME_LEADING - LEADING) * ASCENT) / LEADING
/** Around the picture of a signature. */
const PADDING = 4
const PICTURE_WIDTH = SIGNATURE.width + 2 * PADDING
const PICTURE_HEIGHT = SIGNATURE.height + 2 * PADDING

const NAME: TextOptions = { x: MARGIN.side, width: WIDTH - 96, size: 9, style: 'bold', color: TEXT }
const DETAILS: TextOptions = { ...NAME, size: SIZE, style: 'regular', color: MUTED }

type SignerModel = AuditTrailModel['signers'][number]

interface Block {
  names: Lines
  /** Role and address: beside the name where both fit on one line, else below it. */
  details: Lines
  beside: number | null
  /** The operators of the signature; null: none. */
  signature: string | null
  rows: FactRow[]
  /** Of the name and what stands below it. */
  head: number
  /** Of all. */
  height: number
}

function layOutSigner(flow: Flow, signer: SignerModel, pictures: Pictures): Block {
  const names = flow.wrap(signer.name ?? signer.email, NAME)
  const parts = [signer.role, signer.name ? signer.email : null].filter((part) => part !== null)
  const details = parts.length > 0 ? flow.wrap(parts.join('  ·  '), DETAILS) : []
  const indented = names.at(-1)!.width * NAME.size + 8
  const isOneLine = names.length === 1 && details.length === 1
  const beside = isOneLine && indented + details[0]!.width * SIZE <= NAME.width ? indented : null
  const signature = signer.signature ? pictures.signature(flow, signer.signature) : null
  const indent = signature ? PICTURE_WIDTH + 12 : 0
  const rows = layOutFacts(flow, signer.facts, { x: MARGIN.side + indent, width: WIDTH - indent, columns: 2 })
  const head = ABOVE + names.length * NAME_LEADING + (beside === null ? details.length * LEADING : 0) + 2
  const body = Math.max(signature ? PICTURE_HEIGHT : 0, heightOf(rows))
  return { names, details, beside, signature, rows, head, height: head + body }
}

/** Each signer: name, role, state, signature and the facts of the act, kept together where they fit on a page. */
export function drawSigners(flow: Flow, model: AuditTrailModel, pictures: Pictures) {
  const blocks = model.signers.map((signer) => ({ ...layOutSigner(flow, signer, pictures), status: signer.status }))
  for (const [i, block] of blocks.entries()) {
    if (i === 0) drawSection(flow, 'Signers', block.height)
    else flow.y += 4
    drawSigner(flow, block)
  }
}

function drawSigner(
  flow: Flow,
  { names, details, beside, signature, rows, head, height, status }: Block & { status: string },
) {
  flow.need(height, head + Math.max(signature ? PICTURE_HEIGHT : 0, TWO_ROWS))
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
  flow.y += ABOVE
  const start = flow.line(status, flow.y + 8.5, { ...right(80), size: SIZE, style: 'regular', color: TEXT })
  flow.dot(start - 8, flow.y + 6, STATUS_COLORS[status] ?? AMBER)
  flow.paragraph(names, NAME, { leading: NAME_LEADING })
  if (beside !== null) flow.y -= NAME_LEADING - NAME_RISE
  flow.paragraph(details, { ...DETAILS, x: DETAILS.x + (beside ?? 0) })
  if (beside !== null) flow.y += NAME_LEADING - NAME_RISE - LEADING
  flow.y += 2
  const [page, top] = [flow.pages.length, flow.y]
  if (signature) {
    flow.frame(MARGIN.side, top + 1, PICTURE_WIDTH, PICTURE_HEIGHT - 2, RULE)
    flow.place(signature, MARGIN.side + PADDING, top + PADDING + SIGNATURE.height)
  }
  drawFacts(flow, rows)
  if (signature && flow.pages.length === page) flow.y = Math.max(flow.y, top + PICTURE_HEIGHT)
}

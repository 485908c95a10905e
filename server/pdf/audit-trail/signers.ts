import type { AuditTrailModel } from '../types.ts'
import { drawFacts, drawSection, LABELS, TWO_ROWS } from './facts.ts'
import { type Flow, MARGIN, MUTED, RULE, right, TEXT, type TextOptions, WIDTH } from './flow.ts'
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

type SignerModel = AuditTrailModel['signers'][number]

function layOutSigner(flow: Flow, signer: SignerModel) {
  const heading: TextOptions = { x: MARGIN.side, width: WIDTH - 96, size: 10.5, style: 'bold', color: TEXT }
  const names = flow.wrap(signer.name ?? signer.email, heading)
  const below: TextOptions = { ...heading, size: 8.6, style: 'regular', color: MUTED }
  const parts = [signer.role, signer.name ? signer.email : null].filter((part) => part !== null)
  const details = parts.length > 0 ? flow.wrap(parts.join('  ·  '), below) : []
  const height = 17 + names.length * 13 + details.length * 12 + (signer.signature ? SIGNATURE.height + 14 : 0)
  return { heading, names, below, details, height: height + Math.min(signer.facts.length, 2) * (TWO_ROWS / 2) }
}

/** Each signer: name, role, state, signature and the facts of the act. */
export function drawSigners(flow: Flow, model: AuditTrailModel, pictures: Pictures) {
  const [first] = model.signers
  if (!first) return
  drawSection(flow, 'Signers', layOutSigner(flow, first).height)
  model.signers.forEach((signer, i) => {
    if (i > 0) flow.y += 10
    const { heading, names, below, details, height } = layOutSigner(flow, signer)
    flow.need(height)
    flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
    const top = flow.y + 17
    const status: TextOptions = { ...right(80), size: 8.6, style: 'regular', color: TEXT }
    const start = flow.line(signer.status, top, status)
    flow.dot(start - 8, top - 3, STATUS_COLORS[signer.status] ?? AMBER)
    const second = top + names.length * 13
    flow.paragraph(names, top, 13, heading)
    flow.paragraph(details, second, 12, below)
    flow.y = second - 7 + details.length * 12
    drawSignature(flow, signer, pictures)
    drawFacts(flow, signer.facts, MARGIN.side, WIDTH)
  })
}

function drawSignature(flow: Flow, { signature }: SignerModel, pictures: Pictures) {
  const operators = signature && pictures.signature(flow, signature)
  if (!operators) return
  const label = { x: MARGIN.side, width: LABELS - 10, size: 8.6, style: 'regular', color: MUTED } as const
  flow.line('Signature', flow.y + 10, label)
  flow.frame(MARGIN.side + LABELS - 6, flow.y + 2, SIGNATURE.width + 12, SIGNATURE.height + 8, RULE)
  flow.place(operators, MARGIN.side + LABELS, flow.y + 6 + SIGNATURE.height)
  flow.y += SIGNATURE.height + 14
}

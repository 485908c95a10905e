import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { type FontLibrary, type FontOptions, FontSet, num, openFontLibrary, type TextStyle } from './fonts/index.ts'
import { fitLine, wrapText } from './text.ts'
import type { AuditTrailModel } from './types.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = { side: 54, top: 64, bottom: 58 }
const WIDTH = PAGE.width - 2 * MARGIN.side
const SEQ = 26
const TIME = 96
const LABELS = SEQ + TIME

const TEXT = '0.08 0.09 0.12'
const MUTED = '0.40 0.43 0.49'
const RULE = '0.86 0.87 0.90'
const ACCENT = '0.05 0.11 0.35'
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

/** Hashes and serial numbers are set in a monospaced font so that they can be compared by eye. */
const HEXADECIMAL = /^[0-9a-f]{16,}$/i

/**
 * The audit trail as a separate PDF: the document, its signers, every event with its hash, always in English (contract
 * 1.4). The same model yields the same bytes.
 */
export async function renderAuditTrail(model: AuditTrailModel, options: FontOptions = {}): Promise<Uint8Array> {
  const fonts = new FontSet()
  const flow = new Flow(await openFontLibrary(options), fonts)
  drawTitle(flow, model)
  drawFacts(flow, documentFacts(model), MARGIN.side, WIDTH)
  drawSigners(flow, model)
  drawEvents(flow, model)
  drawProof(flow)
  flow.pages.forEach((_, i) => {
    drawFrame(flow, model, i)
  })
  return write(model, flow, fonts)
}

async function write(model: AuditTrailModel, flow: Flow, fonts: FontSet): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { context, catalog } = document
  document.setTitle(`Audit trail: ${model.title}`, { showInWindowTitleBar: true })
  document.setProducer('Countersign')
  document.setCreationDate(new Date(model.generatedAt))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  const Font = context.obj(fonts.write({ context, register: (object) => context.register(object) }))
  const resources = context.register(context.obj({ Font }))
  for (const operators of flow.pages) {
    const { node } = document.addPage([PAGE.width, PAGE.height])
    node.set(PDFName.Resources, resources)
    node.set(PDFName.Contents, context.register(context.flateStream(operators.join('\n'))))
  }
  return document.save({ addDefaultPage: false, updateFieldAppearances: false })
}

interface TextOptions {
  x: number
  width: number
  size: number
  style: TextStyle
  color: string
  /** Against the right edge of `width`. */
  right?: boolean
}

/** Pages being filled from the top; `y` is measured downwards from the top edge, in points. */
class Flow {
  readonly pages: string[][] = []
  y = 0
  private readonly library: FontLibrary
  private readonly fonts: FontSet

  constructor(library: FontLibrary, fonts: FontSet) {
    this.library = library
    this.fonts = fonts
    this.newPage()
  }

  newPage() {
    this.pages.push([])
    this.y = MARGIN.top
  }

  /** Starts a new page unless this much still fits; true when it started one. */
  need(height: number): boolean {
    if (this.y + height <= PAGE.height - MARGIN.bottom) return false
    this.newPage()
    return true
  }

  /** One line, shrunk or cut to fit, with its baseline at `y`; returns where it starts. */
  line(text: string, y: number, options: TextOptions, page = this.pages.length - 1): number {
    const { width, size, style, color } = options
    const { line, size: fitted, full } = fitLine(this.library, text, { style, width, size, minSize: size * 0.7 }, 'ltr')
    const x = options.x + (options.right ? width - line.width * fitted : 0)
    const shown = this.fonts.show(line, x, PAGE.height - y, fitted, { actualText: full })
    this.pages[page]!.push(`${color} rg`, shown)
    return x
  }

  /** The lines of an English sentence or value, whatever names stand in it; `paragraph` draws them. */
  wrap(text: string, options: TextOptions) {
    return wrapText(this.library, text, options, 'ltr')
  }

  /** A wrapped text with the first baseline at `y`, `leading` points from line to line. */
  paragraph(lines: ReturnType<Flow['wrap']>, y: number, leading: number, { x, size, color }: TextOptions) {
    const shown = lines.map((line, i) => this.fonts.show(line, x, PAGE.height - y - i * leading, size))
    this.pages.at(-1)!.push(`${color} rg`, ...shown)
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.6, page = this.pages.length - 1) {
    const top = num(PAGE.height - y)
    this.pages[page]!.push(`${color} RG ${num(thickness)} w ${num(x)} ${top} m ${num(x + width)} ${top} l S`)
  }

  dot(x: number, y: number, color: string) {
    const at = `${num(x)} ${num(PAGE.height - y)}`
    this.pages.at(-1)!.push(`${color} RG 1 J 5 w ${at} m ${at} l S 0 J`)
  }
}

function drawTitle(flow: Flow, model: AuditTrailModel) {
  flow.line('Audit trail', 76, { x: MARGIN.side, width: WIDTH, size: 22, style: 'bold', color: TEXT })
  const subtitle: TextOptions = { x: MARGIN.side, width: WIDTH, size: 11, style: 'regular', color: MUTED }
  const lines = flow.wrap(model.title, subtitle)
  flow.paragraph(lines, 96, 15, subtitle)
  flow.y = 96 + lines.length * 15
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
  flow.rule(MARGIN.side, flow.y, 48, ACCENT, 2)
  flow.y += 12
}

function documentFacts(model: AuditTrailModel): [label: string, value: string][] {
  return [
    ['Document ID', model.documentId],
    ['Workspace', model.workspace],
    ['Status', model.status],
    ...model.facts,
    ['Generated', `${utc(model.generatedAt)} UTC`],
  ]
}

function drawSection(flow: Flow, title: string, room: number) {
  flow.y += 16
  flow.need(30 + room)
  flow.line(title, flow.y + 12, { x: MARGIN.side, width: WIDTH, size: 13, style: 'bold', color: TEXT })
  flow.y += 22
}

/** Label and value, one row each; a long value takes more lines. */
function drawFacts(flow: Flow, facts: [label: string, value: string][], x: number, width: number) {
  for (const [label, value] of facts) {
    const mono = HEXADECIMAL.test(value)
    const options: TextOptions = {
      x: x + LABELS,
      width: width - LABELS,
      size: mono ? 7.4 : 8.6,
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

function drawSigners(flow: Flow, model: AuditTrailModel) {
  if (model.signers.length === 0) return
  drawSection(flow, 'Signers', 70)
  model.signers.forEach((signer, i) => {
    if (i > 0) flow.y += 8
    const heading: TextOptions = { x: MARGIN.side, width: WIDTH - 96, size: 10.5, style: 'bold', color: TEXT }
    const names = flow.wrap(signer.name ?? signer.email, heading)
    const below: TextOptions = { ...heading, size: 8.6, style: 'regular', color: MUTED }
    const parts = [signer.role, signer.name ? signer.email : null].filter((part) => part !== null)
    const details = parts.length > 0 ? flow.wrap(parts.join('  ·  '), below) : []
    flow.need(37 + names.length * 13 + details.length * 12)
    flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
    const top = flow.y + 17
    const status: TextOptions = { ...right(80), size: 8.6, style: 'regular', color: TEXT }
    const start = flow.line(signer.status, top, status)
    flow.dot(start - 8, top - 3, STATUS_COLORS[signer.status] ?? AMBER)
    const second = top + names.length * 13
    flow.paragraph(names, top, 13, heading)
    flow.paragraph(details, second, 12, below)
    flow.y = second - 7 + details.length * 12
    drawFacts(flow, signer.facts, MARGIN.side, WIDTH)
  })
}

function drawEvents(flow: Flow, model: AuditTrailModel) {
  if (model.events.length === 0) return
  drawSection(flow, 'Events', 60)
  const text: TextOptions = {
    x: MARGIN.side + SEQ + TIME,
    width: WIDTH - SEQ - TIME,
    size: 8.6,
    style: 'regular',
    color: TEXT,
  }
  const hash: TextOptions = { ...text, size: 6.2, style: 'mono', color: MUTED }
  drawEventHead(flow)
  for (const event of model.events) {
    const lines = flow.wrap(event.text, text)
    const hashes = flow.wrap(event.hash, hash)
    if (flow.need(26 + lines.length * 12 + hashes.length * 9)) drawEventHead(flow)
    flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
    const top = flow.y + 13
    flow.line(String(event.seq), top, { ...text, x: MARGIN.side, width: SEQ - 6, color: MUTED })
    flow.line(utc(event.at), top, { ...text, x: MARGIN.side + SEQ, width: TIME - 8, size: 8 })
    flow.line(event.type, top, { ...text, style: 'bold' })
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
  flow.y += 14
}

const PROOF =
  'Each hash above is the SHA-256 of the hash before it and the event itself, written as canonical JSON (RFC 8785). ' +
  'No event can be changed, removed or inserted without every later hash changing. Anyone can recompute the chain ' +
  'from the published events.'

function drawProof(flow: Flow) {
  flow.y += 12
  const options: TextOptions = { x: MARGIN.side, width: WIDTH, size: 7.6, style: 'regular', color: MUTED }
  const lines = flow.wrap(PROOF, options)
  flow.need(lines.length * 11 + 8)
  flow.paragraph(lines, flow.y + 8, 11, options)
}

/** Header and footer, drawn last because only then the number of pages is known. */
function drawFrame(flow: Flow, model: AuditTrailModel, page: number) {
  const small = { size: 7.4, style: 'regular', color: MUTED } as const
  if (page > 0) {
    flow.line(`Audit trail  ·  ${model.title}`, 40, { x: MARGIN.side, width: WIDTH, ...small }, page)
    flow.rule(MARGIN.side, 48, WIDTH, RULE, 0.6, page)
  }
  const baseline = PAGE.height - 30
  flow.rule(MARGIN.side, baseline - 14, WIDTH, RULE, 0.6, page)
  flow.line(`Document ${model.documentId}`, baseline, { x: MARGIN.side, width: WIDTH - 80, ...small }, page)
  const count = `Page ${page + 1} of ${flow.pages.length}`
  flow.line(count, baseline, { ...right(80), ...small }, page)
}

/** The right end of the measure. */
function right(width: number): { x: number; width: number; right: true } {
  return { x: PAGE.width - MARGIN.side - width, width, right: true }
}

/** An ISO timestamp in readable form: to the second, in UTC. */
function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
}

import { type PDFContext, PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import { ACCENT, Flow, MARGIN, MUTED, PAGE, RULE, right, TEXT, type TextOptions, WIDTH } from './audit-flow.ts'
import { ImageError } from './errors.ts'
import { type FontOptions, FontSet, openFontLibrary } from './fonts/index.ts'
import { type EmbeddedImage, embedImage } from './image.ts'
import { embedFirstPage, type PagePicture } from './page-picture.ts'
import { drawInk } from './stamp.ts'
import type { AuditTrailModel, Ink } from './types.ts'

const SEQ = 26
const TIME = 96
const LABELS = 112
/** The picture of the first page stands right of the facts. */
const PICTURE = { width: 118, height: 167, gap: 18 }
const SIGNATURE = { width: 150, height: 44 }
/** A heading never stands alone: this much of what it heads is on its page. */
const TWO_ROWS = 28

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
 * The audit trail as a separate PDF: the document with a picture of its first page, its signers with their signatures,
 * every event with its hash, always in English (contract 1.4). The same input yields the same bytes.
 * @param file the document as it stands; without one, or where its first page cannot be shown, there is no picture
 */
export async function renderAuditTrail(
  model: AuditTrailModel,
  options: FontOptions = {},
  file: Uint8Array | null = null,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const flow = new Flow(await openFontLibrary(options), new FontSet())
  const pictures = new Pictures(document.context)
  const firstPage = file && embedFirstPage(document.context, file)
  drawTitle(flow, model)
  drawDocument(flow, model, firstPage, pictures)
  drawSigners(flow, model, pictures)
  drawEarlier(flow, model)
  drawEvents(flow, model)
  drawProof(flow)
  flow.pages.forEach((_, i) => {
    drawFrame(flow, model, i)
  })
  return write(document, model, flow, pictures)
}

async function write(
  document: PDFDocument,
  model: AuditTrailModel,
  { pages, fonts }: Flow,
  pictures: Pictures,
): Promise<Uint8Array> {
  const { context, catalog } = document
  document.setTitle(`Audit trail: ${model.title}`, { showInWindowTitleBar: true })
  document.setProducer('Countersign')
  document.setCreationDate(new Date(model.generatedAt))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  const Font = context.obj(fonts.write({ context, register: (object) => context.register(object) }))
  const resources = context.register(context.obj({ Font, ...pictures.resources() }))
  for (const operators of pages) {
    const { node } = document.addPage([PAGE.width, PAGE.height])
    node.set(PDFName.Resources, resources)
    node.set(PDFName.Contents, context.register(context.flateStream(operators.join('\n'))))
  }
  return document.save({ addDefaultPage: false, updateFieldAppearances: false })
}

/** The form and image XObjects that the pages name. */
class Pictures {
  private readonly context: PDFContext
  private readonly named: Record<string, PDFRef> = {}

  constructor(context: PDFContext) {
    this.context = context
  }

  /** The operator that paints it. */
  add(ref: PDFRef): string {
    const name = `P${Object.keys(this.named).length}`
    this.named[name] = ref
    return `/${name} Do`
  }

  /** A signature as the page's operators; null where it can no longer be drawn. */
  signature(flow: Flow, ink: Ink): string | null {
    const { library, fonts } = flow
    const images = new Map<Uint8Array, EmbeddedImage>()
    try {
      if (ink.type === 'image') images.set(ink.bytes, embedImage(this.context, ink.bytes))
      const drawn = drawInk(
        { library, fonts, images, opaque: false, minTextSize: 4 },
        ink,
        SIGNATURE.width,
        SIGNATURE.height,
      )
      const [image] = drawn.images
      return image ? drawn.operators.replace('/Im0 Do', this.add(image)) : drawn.operators
    } catch (error) {
      // A picture from before pictures were decoded on saving, or ink beyond the limits.
      if (error instanceof ImageError || error instanceof RangeError) return null
      throw error
    }
  }

  resources() {
    return {
      ...(Object.keys(this.named).length > 0 && { XObject: this.context.obj(this.named) }),
      ExtGState: this.context.obj({ Paper: this.context.obj({ Type: 'ExtGState', BM: 'Multiply' }) }),
    }
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

/** The facts, and right of them the first page as it looks. */
function drawDocument(flow: Flow, model: AuditTrailModel, page: PagePicture | null, pictures: Pictures) {
  const facts: [string, string][] = [
    ['Document ID', model.documentId],
    ['Workspace', model.workspace],
    ['Status', model.status],
    ...model.facts,
    ['Generated', `${utc(model.generatedAt)} UTC`],
  ]
  const width = page ? WIDTH - PICTURE.width - PICTURE.gap : WIDTH
  const bottom = page ? drawPage(flow, page, pictures) : 0
  const pageBefore = flow.pages.length
  drawFacts(flow, facts, MARGIN.side, width)
  if (flow.pages.length === pageBefore) flow.y = Math.max(flow.y, bottom)
}

/** Returns where it ends. */
function drawPage(flow: Flow, page: PagePicture, pictures: Pictures): number {
  const scale = Math.min(PICTURE.width / page.width, PICTURE.height / page.height)
  const [width, height] = [page.width * scale, page.height * scale]
  const x = MARGIN.side + WIDTH - width
  const top = flow.y + 4
  flow.place(pictures.add(page.ref), x, top + height, scale)
  flow.frame(x, top, width, height, RULE)
  const caption = { x, width, size: 7.4, style: 'regular', color: MUTED } as const
  flow.line(page.pages === 1 ? '1 page' : `Page 1 of ${page.pages}`, top + height + 11, caption)
  return top + height + 18
}

/** @param room the height of what must follow the heading on its page */
function drawSection(flow: Flow, title: string, room: number) {
  flow.y += 18
  flow.need(24 + room)
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

function drawSigners(flow: Flow, model: AuditTrailModel, pictures: Pictures) {
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

/** The signatures that were in the file before it was sent. */
function drawEarlier(flow: Flow, { earlier = [] }: AuditTrailModel) {
  if (earlier.length === 0) return
  drawSection(flow, 'Signatures in the file that was sent', TWO_ROWS)
  drawFacts(flow, earlier, MARGIN.side, WIDTH)
}

function drawEvents(flow: Flow, model: AuditTrailModel) {
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

const EVENT_HEAD = 14

function drawEventHead(flow: Flow) {
  const options: TextOptions = { x: MARGIN.side, width: TIME, size: 7.4, style: 'regular', color: MUTED }
  flow.line('#', flow.y + 8, options)
  flow.line('Time (UTC)', flow.y + 8, { ...options, x: MARGIN.side + SEQ })
  flow.line('Event and hash', flow.y + 8, { ...options, x: MARGIN.side + SEQ + TIME })
  flow.y += EVENT_HEAD
}

/** Of the note below the events. */
const PROOF_ROOM = 66

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

/** An ISO timestamp in readable form: to the second, in UTC. */
function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
}

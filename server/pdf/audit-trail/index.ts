import { AFRelationship, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { type FontOptions, FontSet, openFontLibrary } from '../fonts/index.ts'
import { embedFirstPage, embedPages } from '../page-picture.ts'
import type { AuditTrailModel } from '../types.ts'
import { drawConsents } from './consents.ts'
import { drawDocument } from './document.ts'
import { drawEvents } from './events.ts'
import { ACCENT, Flow, MARGIN, MUTED, PAGE, RULE, right, TEXT, type TextOptions, WIDTH } from './flow.ts'
import { Pictures } from './pictures.ts'
import { drawSigners } from './signers.ts'

/**
 * The audit trail as a separate PDF: the document with a picture of its first page, its signers with their signatures,
 * what they agreed to, every event with its hash, always in English (contract 1.4). The same input yields the same bytes.
 * @param file the document as it stands; without one, or where its first page cannot be shown, there is no picture
 */
export async function renderAuditTrail(
  model: AuditTrailModel,
  options: FontOptions = {},
  file: Uint8Array | null = null,
): Promise<Uint8Array> {
  return renderAfter(await PDFDocument.create({ updateMetadata: false }), model, options, file)
}

/**
 * The pages of a sealed file and behind them its audit trail, to read, print and file. The sealed file itself is attached,
 * byte for byte, since no seal holds for pages that were copied.
 * @param name of the attached file
 */
export async function renderWithAuditTrail(
  model: AuditTrailModel,
  options: FontOptions,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { context } = document
  const sheets = embedPages(context, bytes)
  const missing: number[] = []
  for (const [index, sheet] of sheets.entries()) {
    if (!sheet) missing.push(index + 1)
    else {
      const { node } = document.addPage([sheet.width, sheet.height])
      node.set(PDFName.Resources, context.obj({ XObject: { P: sheet.ref } }))
      node.set(PDFName.Contents, context.register(context.flateStream('/P Do')))
    }
  }
  await document.attach(bytes, name, {
    mimeType: 'application/pdf',
    description: 'The sealed file',
    afRelationship: AFRelationship.Source,
  })
  const leftOut: [string, string][] =
    missing.length > 0 ? [['Pages not shown', `${missing.join(', ')}: see the attached file`]] : []
  return renderAfter(document, { ...model, facts: [...model.facts, ...leftOut] }, options, bytes)
}

async function renderAfter(
  document: PDFDocument,
  model: AuditTrailModel,
  options: FontOptions,
  file: Uint8Array | null,
): Promise<Uint8Array> {
  const flow = new Flow(await openFontLibrary(options), new FontSet())
  const pictures = new Pictures(document.context)
  const firstPage = file && embedFirstPage(document.context, file)
  drawTitle(flow, model)
  drawDocument(flow, model, firstPage, pictures)
  drawSigners(flow, model, pictures)
  drawConsents(flow, model)
  drawEvents(flow, model)
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

function drawTitle(flow: Flow, model: AuditTrailModel) {
  flow.line('Audit trail', 72, { x: MARGIN.side, width: WIDTH, size: 20, style: 'bold', color: TEXT })
  const subtitle: TextOptions = { x: MARGIN.side, width: WIDTH, size: 11, style: 'regular', color: MUTED }
  flow.y = 82
  flow.paragraph(flow.wrap(model.title, subtitle), subtitle, { leading: 14 })
  flow.y += 4
  flow.rule(MARGIN.side, flow.y, WIDTH, RULE)
  flow.rule(MARGIN.side, flow.y, 48, ACCENT, 2)
  flow.y += 8
}

/** Header and footer, drawn last because only then the number of pages is known. */
function drawFrame(flow: Flow, model: AuditTrailModel, page: number) {
  const small = { size: 7.2, style: 'regular', color: MUTED } as const
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

import { captionHeight } from './caption.ts'
import { ARTIFACT, conformanceOf, type Structure, type StructureRole } from './conformance/index.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { type FontLibrary, type FontOptions, FontSet, num, openFontLibrary, type TextStyle } from './fonts/index.ts'
import { addPage } from './geometry.ts'
import { drawingScale, sizeOf } from './sizes.ts'
import { fitLine } from './text.ts'
import type { AppendBlock, PageSize, Prepared, PrepareOptions } from './types.ts'

type Appended = Prepared['appended']

const TEXT = '0.08 0.09 0.12'
const MUTED = '0.40 0.43 0.49'
const RULE = '0.62 0.65 0.70'
const ACCENT = '0.05 0.11 0.35'

/** A4 in points, used for documents of unusual size. */
const A4: PageSize = { width: 595.28, height: 841.89 }

/** Design measures in points on an A4 page; other pages scale them by their shorter side. */
const MARGIN = 56
const HEADER = 62
const FOOTER = 24
const GUTTER = 30
const COLUMN = 196
const SIGNATURE = 50
const FIELD = 17
const DATE_SHARE = 0.38

/** From the top of a block: the baselines of its lines, the tops of its boxes. */
const BLOCK = {
  role: 8,
  name: 20,
  lines: [30.5, 40.5],
  label: 50,
  signature: 53,
  fieldLabel: 115,
  field: 118,
  height: 164,
}

interface Sheet {
  size: PageSize
  scale: number
  columns: number
  rows: number
  columnWidth: number
}

/**
 * Appends signature pages with one block per signer: who signs and for whom, a line to sign on, boxes for name and date. The pages
 * have the displayed size of the document's last page. Returns the boxes (contract 2.4, `auto_append`).
 */
export async function appendSignaturePages(
  pdf: PdfFile,
  options: Omit<PrepareOptions, 'marks'>,
  fontOptions: FontOptions = {},
): Promise<Appended> {
  const { append: blocks, title } = options
  if (blocks.length === 0) return []
  const conformance = conformanceOf(pdf)
  const library = await openFontLibrary({ ...fontOptions, embedAll: conformance.embedAll })
  const sheet = layOut(sizeOf(pdf.pages.at(-1)!))
  const perSheet = sheet.columns * sheet.rows
  const sheets = Array.from({ length: Math.ceil(blocks.length / perSheet) }, (_, i) =>
    blocks.slice(i * perSheet, (i + 1) * perSheet),
  )

  const fonts = new FontSet()
  const firstPage = pdf.pages.length + 1
  const appended: Appended = []
  const contents = sheets.map((part, i) => {
    const pen = new Pen(library, fonts, sheet)
    drawHeader(pen, sheet, title, sheets.length > 1 ? `${i + 1} of ${sheets.length}` : '')
    part.forEach((block, n) => {
      const x = MARGIN + (n % sheet.columns) * (sheet.columnWidth + GUTTER)
      const y = MARGIN + HEADER + Math.floor(n / sheet.columns) * BLOCK.height
      appended.push(...drawBlock(pen, block, x, y, sheet.columnWidth, firstPage + i))
    })
    return pen.pieces
  })
  const resources = { Font: fonts.write(pdf, conformance.first), ...conformance.colours }
  for (const pieces of contents) {
    const content = (page: PdfPage) => tagged(pieces, page, conformance.structure)
    addPage(pdf, sheet.size.width, sheet.size.height, content, resources)
  }
  return appended
}

/** Operators, and what they are to a reader who cannot see them; null: layout. */
interface DrawnPiece {
  role: StructureRole | null
  operators: string
}

/** In a tagged file each piece is an element, or an artifact. */
function tagged(pieces: DrawnPiece[], page: PdfPage, structure: Structure | null): string {
  const parts = pieces.map(({ role, operators }) => {
    if (structure === null) return operators
    return `${role ? structure.open(page, role) : ARTIFACT.open}\n${operators}\n${ARTIFACT.close}`
  })
  return parts.join('\n')
}

function layOut({ width, height }: PageSize): Sheet {
  const usual = Math.min(width, height) >= 300 && Math.max(width, height) <= 4000 && height / width < 2.5
  const size = usual && width / height < 2.5 ? { width, height } : A4
  const scale = Math.min(size.width, size.height) / A4.width
  const room = size.width / scale - 2 * MARGIN
  const columns = Math.max(1, Math.floor((room + GUTTER) / (COLUMN + GUTTER)))
  const rows = Math.floor((size.height / scale - 2 * MARGIN - HEADER - FOOTER + 20) / BLOCK.height)
  return { size, scale, columns, rows: Math.max(1, rows), columnWidth: (room - (columns - 1) * GUTTER) / columns }
}

/** Draws in design measures with the origin at the top left. */
class Pen {
  readonly pieces: DrawnPiece[] = []
  private readonly library: FontLibrary
  private readonly fonts: FontSet
  private readonly sheet: Sheet

  constructor(library: FontLibrary, fonts: FontSet, sheet: Sheet) {
    this.library = library
    this.fonts = fonts
    this.sheet = sheet
  }

  /** One line from its left end, or from its right end when `right`; a paragraph unless `role` says otherwise. */
  text(
    text: string,
    how: {
      x: number
      y: number
      width: number
      size: number
      style: TextStyle
      color: string
      right?: boolean
      role?: StructureRole | null
    },
  ) {
    const { scale, size: sheet } = this.sheet
    const size = how.size * scale
    const width = how.width * scale
    // As small as it must be: what is under the seal is complete.
    const { line, size: fitted } = fitLine(this.library, text, { style: how.style, width, size, minSize: 0 })
    const x = how.x * scale + (how.right ? width - line.width * fitted : 0)
    if (line.text === '') return
    const shown = this.fonts.show(line, x, sheet.height - how.y * scale, fitted)
    this.pieces.push({
      role: how.role === undefined ? { type: 'P', text } : how.role,
      operators: `${how.color} rg\n${shown}`,
    })
  }

  rule(x: number, y: number, width: number, thickness: number, color: string) {
    const { scale, size } = this.sheet
    const from = `${num(x * scale)} ${num(size.height - y * scale)} m`
    const to = `${num((x + width) * scale)} ${num(size.height - y * scale)} l`
    this.pieces.push({ role: null, operators: `${color} RG ${num(thickness * scale)} w ${from} ${to} S` })
  }

  /** The part of a signature box of this height that the caption uses; captions have their own scale. */
  captionHeight(height: number): number {
    const scale = drawingScale(this.sheet.size) / this.sheet.scale
    return captionHeight(height / scale) * scale
  }

  /** As fractions of the page. */
  box(x: number, y: number, width: number, height: number): { x: number; y: number; w: number; h: number } {
    const { scale, size } = this.sheet
    return {
      x: (x * scale) / size.width,
      y: (y * scale) / size.height,
      w: (width * scale) / size.width,
      h: (height * scale) / size.height,
    }
  }
}

function drawHeader(pen: Pen, sheet: Sheet, title: string, count: string) {
  const width = sheet.size.width / sheet.scale - 2 * MARGIN
  const bottom = sheet.size.height / sheet.scale - MARGIN * 0.6
  const heading = { style: 'bold', color: TEXT, role: { type: 'H1' } } as const
  pen.text('Signatures', { x: MARGIN, y: MARGIN + 12, width: width - 60, size: 21, ...heading })
  pen.text(count, {
    x: MARGIN + width - 60,
    y: MARGIN + 12,
    width: 60,
    size: 9,
    style: 'regular',
    color: MUTED,
    right: true,
    role: null,
  })
  pen.text(title, { x: MARGIN, y: MARGIN + 29, width, size: 9.5, style: 'regular', color: MUTED })
  pen.rule(MARGIN, MARGIN + 42, width, 0.5, RULE)
  pen.rule(MARGIN, MARGIN + 42, 48, 2, ACCENT)
  const note = 'This page was added to the document to hold its signatures.'
  pen.text(note, { x: MARGIN, y: bottom, width, size: 7, style: 'regular', color: MUTED })
}

function drawBlock(pen: Pen, block: AppendBlock, x: number, y: number, width: number, page: number): Appended {
  const label = { style: 'regular', size: 6.8, color: MUTED } as const
  const dateWidth = width * DATE_SHARE
  const nameWidth = width - dateWidth - 14
  const dateX = x + nameWidth + 14
  if (block.role) pen.text(block.role, { x, y: y + BLOCK.role, width, size: 8, style: 'regular', color: ACCENT })
  pen.text(block.name ?? block.email, { x, y: y + BLOCK.name, width, size: 11.5, style: 'bold', color: TEXT })
  const lines = [block.position, block.name && block.email].filter((line) => line !== null)
  lines.forEach((line, i) => {
    pen.text(line, { x, y: y + BLOCK.lines[i]!, width, size: 8.5, style: 'regular', color: MUTED })
  })

  pen.text('Signature', { x, y: y + BLOCK.label, width, ...label })
  // The caption under the ink is placed below the line.
  pen.rule(x, y + BLOCK.signature + SIGNATURE - pen.captionHeight(SIGNATURE), width, 0.7, TEXT)
  pen.text('Name', { x, y: y + BLOCK.fieldLabel, width: nameWidth, ...label })
  pen.text('Date', { x: dateX, y: y + BLOCK.fieldLabel, width: dateWidth, ...label })
  pen.rule(x, y + BLOCK.field + FIELD, nameWidth, 0.5, RULE)
  pen.rule(dateX, y + BLOCK.field + FIELD, dateWidth, 0.5, RULE)
  const common = { ref: block.ref, page }
  return [
    { ...common, kind: 'signature', ...pen.box(x, y + BLOCK.signature, width, SIGNATURE) },
    { ...common, kind: 'name', ...pen.box(x, y + BLOCK.field, nameWidth, FIELD) },
    { ...common, kind: 'date', ...pen.box(dateX, y + BLOCK.field, dateWidth, FIELD) },
  ]
}

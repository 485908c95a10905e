import { createHash } from 'node:crypto'
import { PDFDict } from 'pdf-lib'
import { conformanceOf } from '../conformance/index.ts'
import { openPdf, type PdfFile, type PdfPage } from '../document.ts'
import { type FontOptions, openFontLibrary } from '../fonts/index.ts'
import { UPLOAD_LIMITS } from '../limits.ts'
import { get } from '../objects.ts'
import { separatePages } from '../page-tree.ts'
import { sizeOf } from '../sizes.ts'
import { drawStamps } from '../stamp.ts'
import type { PageSize, Stamp } from '../types.ts'
import { drawPrints } from './draw.ts'
import { type LaidOutPrint, layOutPrints } from './layout.ts'
import type { Overflow, PrintedTable } from './types.ts'

/** The tables whose rows a signer entered. */
export interface SignerTables {
  /** On the pages of the document as it is before them. */
  prints: PrintedTable[]
  /** Pages that tables of later signers may add. */
  reserved: number
  /** Bytes of the template, with which the file begins: backgrounds of added pages are pages of it. */
  templateLength: number
}

export interface SignerRevision {
  /** The bytes to append. */
  delta: Uint8Array
  /** Sizes of all pages, the added ones included. */
  pages: PageSize[]
  /** By the page before (index 0 is page 1), its page now. */
  pageOf: number[]
  /** SHA-256 (lowercase hex) of how the rows stand on their pages. */
  layout: string
}

/**
 * A signer's marks and the rows that they entered as one revision: tables go on over added pages as in `renderTemplate`,
 * and no box moves but to another page number (decision 0507).
 * @returns what does not fit instead
 * @throws as `stampFields`
 */
export async function drawSignerRevision(
  bytes: Uint8Array,
  stamps: Stamp[],
  { prints, reserved, templateLength }: SignerTables,
  fontOptions: FontOptions = {},
): Promise<SignerRevision | { overflow: Overflow[] }> {
  const pdf = openPdf(bytes)
  separatePages(pdf)
  const library = await openFontLibrary({ ...fontOptions, embedAll: conformanceOf(pdf).embedAll })
  const laidOut = layOutPrints(library, pdf.pages, { prints, backgrounds: [], reserved })
  if ('overflow' in laidOut) return laidOut
  await drawStamps(pdf, stamps, fontOptions)
  const before = [...pdf.pages]
  const backgrounds = backgroundsOf(pdf, bytes.subarray(0, templateLength), prints)
  drawPrints(pdf, library, { backgrounds: [], backgroundOf: (number) => backgrounds.get(number) }, laidOut.layouts)
  const now = new Map(pdf.pages.map((page, index) => [page, index + 1]))
  return {
    pages: pdf.pages.map(sizeOf),
    pageOf: before.map((page) => now.get(page)!),
    layout: layoutHash(laidOut.layouts),
    delta: pdf.appendRevision(),
  }
}

function layoutHash(layouts: LaidOutPrint[]): string {
  const tables = layouts.flatMap((layout) => {
    if (!('table' in layout)) return []
    const { sheets, columns, size } = layout.table
    const rows = sheets.map((parts) =>
      parts.map(({ cells, ...place }) => ({ ...place, cells: cells.map((lines) => lines.map(({ text }) => text)) })),
    )
    return { size, columns, rows }
  })
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex')
}

/** Pages that left the document when it was made, as they are in it now: their objects stay in the file. */
function backgroundsOf(pdf: PdfFile, template: Uint8Array, prints: PrintedTable[]): Map<number, PdfPage> {
  const numbers = new Set(prints.flatMap(({ continuationPage }) => continuationPage ?? []))
  const found = new Map<number, PdfPage>()
  if (numbers.size === 0) return found
  const { pages } = openPdf(template, UPLOAD_LIMITS)
  for (const number of numbers) {
    const page = pages[number - 1]
    const dict = page && pdf.lookup(page.ref)
    if (!page || !(dict instanceof PDFDict) || get.name(dict, 'Type') !== 'Page') continue
    found.set(number, { ...page, dict, resources: resourcesOf(dict) })
  }
  return found
}

/** Its own, or those of the nodes above it (ISO 32000-1, 7.7.3.4). */
function resourcesOf(page: PDFDict): PDFDict | undefined {
  const seen = new Set<PDFDict>()
  for (let node: PDFDict | undefined = page; node && !seen.has(node); node = get.dict(node, 'Parent')) {
    const resources = get.dict(node, 'Resources')
    if (resources) return resources
    seen.add(node)
  }
  return undefined
}

import { PDFRawStream, PDFStream } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import { PdfError } from '../errors.ts'
import { get, nameOf } from '../objects.ts'

/** What a file claims of itself in its XMP metadata (ISO 19005-1, 6.7.11; ISO 14289-1, 5). */
export interface Claims {
  /** Part and level, as `1` and `B`; the level may be empty in part 4. */
  pdfa: { part: number; level: string } | null
  /** Part of PDF/UA. */
  pdfua: number | null
  /** The XML that the file says it carries, by the standard of its metadata. */
  invoice: { standard: string; file: string } | null
}

export type ConformanceClaim = keyof Claims

const PDFA = 'http://www.aiim.org/pdfa/ns/id/'
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/'
/** Standards for XML that belongs to a PDF/A-3 file, by the namespace of what they add to the metadata. */
const INVOICES: Record<string, string> = {
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#': 'Factur-X',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#': 'ZUGFeRD',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#': 'ZUGFeRD',
  'urn:factur-x:pdfa:CrossIndustryDocument:1p0#': 'Order-X',
}
/** Metadata is a few kilobytes; more is not searched. */
const MOST_BYTES = 4 * 1024 * 1024

/** The claims of a file; metadata that cannot be read claims nothing. */
export function readClaims(pdf: PdfFile): Claims {
  const xmp = metadata(pdf)
  if (xmp === null) return { pdfa: null, pdfua: null, invoice: null }
  const part = Number(property(xmp, PDFA, 'part'))
  const pdfua = Number(property(xmp, PDFUA, 'part'))
  const level = (property(xmp, PDFA, 'conformance') ?? '').toUpperCase()
  return { pdfa: part > 0 ? { part, level } : null, pdfua: pdfua > 0 ? pdfua : null, invoice: invoiceOf(xmp) }
}

function invoiceOf(xmp: string): Claims['invoice'] {
  for (const [namespace, standard] of Object.entries(INVOICES)) {
    const file = property(xmp, namespace, 'DocumentFileName')
    if (file) return { standard, file }
  }
  return null
}

/** As people write it: `PDF/A-2b`, `PDF/UA-1`, `Factur-X`; null where it is not claimed. */
export function claimName(claim: ConformanceClaim, { pdfa, pdfua, invoice }: Claims): string | null {
  switch (claim) {
    case 'pdfa':
      return pdfa && `PDF/A-${pdfa.part}${pdfa.level.toLowerCase()}`
    case 'pdfua':
      return pdfua === null ? null : `PDF/UA-${pdfua}`
    case 'invoice':
      return invoice?.standard ?? null
  }
}

const NAMESPACES: Record<ConformanceClaim, string[]> = { pdfa: [PDFA], pdfua: [PDFUA], invoice: Object.keys(INVOICES) }

/** Takes these claims out of the metadata in the next revision; everything else in it stays. */
export function dropClaims(pdf: PdfFile, claims: ConformanceClaim[]): void {
  let xmp = metadata(pdf)
  if (xmp === null || claims.length === 0) return
  for (const claim of claims) for (const namespace of NAMESPACES[claim]) xmp = without(xmp, namespace)
  const bytes = Buffer.from(xmp)
  // Never compressed: programs that know nothing of PDF look for it (ISO 19005-1, 6.7.2).
  const dict = pdf.context.obj({ Type: 'Metadata', Subtype: 'XML', Length: bytes.length })
  pdf.catalog.set(nameOf('Metadata'), pdf.register(PDFRawStream.of(dict, bytes)))
  pdf.touch(pdf.catalogRef)
}

function metadata(pdf: PdfFile): string | null {
  const stream = get.object(pdf.catalog, 'Metadata')
  if (!(stream instanceof PDFStream)) return null
  try {
    const bytes = Buffer.from(pdf.streamContents(stream))
    if (bytes.length > MOST_BYTES) return null
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
      return bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le')
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8')
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'damaged') return null
    throw error
  }
}

/** The prefixes that stand for a namespace. */
function prefixes(xmp: string, namespace: string): string[] {
  const bindings = [...xmp.matchAll(/xmlns:([\w.-]+)\s*=\s*(["'])(.*?)\2/g)]
  return [...new Set(bindings.filter(([, , , uri]) => uri === namespace).map(([, prefix]) => prefix!))]
}

/** A property as an element or as an attribute, the two ways of RDF. */
function property(xmp: string, namespace: string, name: string): string | null {
  for (const prefix of prefixes(xmp, namespace)) {
    const qualified = `${prefix}:${name}`
    const element = new RegExp(`<${qualified}[^>]*>\\s*([^<]*?)\\s*</${qualified}\\s*>`).exec(xmp)
    const attribute = new RegExp(`\\s${qualified}\\s*=\\s*["']\\s*([^"']*?)\\s*["']`).exec(xmp)
    const value = element?.[1] ?? attribute?.[1]
    if (value) return value
  }
  return null
}

function without(xmp: string, namespace: string): string {
  return prefixes(xmp, namespace).reduce((rest, prefix) => {
    const elements = new RegExp(`<(${prefix}:[\\w.-]+)[^>]*?(?:/>|>[^<]*</\\1\\s*>)\\s*`, 'g')
    const attributes = new RegExp(`\\s${prefix}:[\\w.-]+\\s*=\\s*(["'])[^"']*\\1`, 'g')
    return rest.replace(elements, '').replace(attributes, '')
  }, xmp)
}

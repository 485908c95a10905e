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
}

const PDFA = 'http://www.aiim.org/pdfa/ns/id/'
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/'
/** Metadata is a few kilobytes; more is not searched. */
const MOST_BYTES = 4 * 1024 * 1024

/** The claims of a file; metadata that cannot be read claims nothing. */
export function readClaims(pdf: PdfFile): Claims {
  const xmp = metadata(pdf)
  if (xmp === null) return { pdfa: null, pdfua: null }
  const part = Number(property(xmp, PDFA, 'part'))
  const pdfua = Number(property(xmp, PDFUA, 'part'))
  const level = (property(xmp, PDFA, 'conformance') ?? '').toUpperCase()
  return { pdfa: part > 0 ? { part, level } : null, pdfua: pdfua > 0 ? pdfua : null }
}

/** As people write it: `PDF/A-2b`, `PDF/UA-1`. */
export function claimNames({ pdfa, pdfua }: Claims): string[] {
  return [
    ...(pdfa ? [`PDF/A-${pdfa.part}${pdfa.level.toLowerCase()}`] : []),
    ...(pdfua === null ? [] : [`PDF/UA-${pdfua}`]),
  ]
}

/** Takes these claims out of the metadata in the next revision; everything else in it stays. */
export function dropClaims(pdf: PdfFile, which: { pdfa: boolean; pdfua: boolean }): void {
  let xmp = metadata(pdf)
  if (xmp === null) return
  if (which.pdfa) xmp = without(xmp, PDFA)
  if (which.pdfua) xmp = without(xmp, PDFUA)
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

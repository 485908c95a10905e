import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PDFContext, PDFHexString, type PDFObject, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib'
import { type Face, type PlacedGlyph, StandardFace, type TrueTypeFace } from './face.ts'
import { hasSilentGlyphs, type Line, type Run } from './line.ts'
import { subsetTrueType } from './truetype.ts'

/** Where new objects go: a pdf-lib context, or a revision being written. */
export interface ObjectSink {
  readonly context: PDFContext
  register(object: PDFObject): PDFRef
}

export interface ShowOptions {
  /** What extraction shall find when less than the whole text is drawn. */
  actualText?: string | undefined
}

interface RunOptions {
  /** Without text: another layer carries it. */
  silent: boolean
  /** Add /ActualText where a run needs it. */
  mark: boolean
}

/** Forward lean of a typed signature, the tangent of 12 degrees. */
const SLANT = 0.2126

/** Omitted by viewers in searches and copies: the text of a glyph whose cluster's first glyph carries all of it. */
const NO_TEXT = '\u200b'

interface UsedFace {
  name: string
  face: Face
  /** Codes by glyph and text: one glyph may represent several texts, and extraction must distinguish them. */
  codes: Map<string, { code: number; glyph: PlacedGlyph }>
}

/**
 * The fonts of one revision: collects the glyphs that are shown and, at the end, writes one subset per face.
 * An embedded face is a Type0 font with Identity-H; each pair of glyph and text gets a code of its own, which
 * /CIDToGIDMap leads to the glyph and /ToUnicode to the text (ISO 32000-1, 9.7 and 9.10.3).
 */
export class FontSet {
  private readonly faces = new Map<Face, UsedFace>()

  /** Operators that show a line with its baseline's left end at x, y (points). */
  show(line: Line, x: number, y: number, size: number, options: ShowOptions = {}): string {
    const { runs, hidden } = line
    const replaced = options.actualText !== undefined
    let operators = this.showRuns(runs, x, y, size, { silent: hidden !== undefined, mark: !replaced && !hidden })
    if (replaced) operators = actualText(options.actualText!, operators)
    else if (hidden) {
      const layer = this.showRuns(hidden.map(flattened), x, y, size, { silent: false, mark: false })
      operators = `${actualText('', operators)}\n3 Tr\n${layer}\n0 Tr`
    }
    return `BT\n${operators}\nET`
  }

  /**
   * Writes the fonts and returns the /Font resources that name them; call it once, after the last `show`.
   * @param listed with a /CIDSet, for PDF/A-1
   */
  write(sink: ObjectSink, listed = false): Record<string, PDFRef> {
    const entries = [...this.faces.values()].map(
      (used) => [used.name, sink.register(fontObject(used, sink, listed))] as const,
    )
    return Object.fromEntries(entries)
  }

  private showRuns(runs: Run[], x: number, y: number, size: number, how: RunOptions): string {
    let at = x
    const parts = runs.map((run) => {
      const shown = this.showRun(run, at, y, size, how)
      for (const glyph of run.glyphs) at += glyph.advance * size
      return how.mark && needsActualText(run) ? actualText(run.text, shown) : shown
    })
    return parts.join('\n')
  }

  private showRun(run: Run, x: number, y: number, size: number, how: RunOptions): string {
    const used = this.use(run.face)
    const standard = run.face instanceof StandardFace
    const parts = [`/${used.name} ${num(size)} Tf 1 0 ${run.slant ? SLANT : 0} 1 ${num(x)} ${num(y)} Tm`]
    let array = ''
    let hex = ''
    let rise = 0
    const flushHex = () => {
      if (hex) array += `<${hex}>`
      hex = ''
    }
    const flush = () => {
      flushHex()
      if (array) parts.push(`[${array}] TJ`)
      array = ''
    }
    const move = (ems: number) => {
      const thousandths = Math.round(-ems * 1000)
      if (thousandths === 0) return
      flushHex()
      array += `${thousandths} `
    }
    for (const glyph of run.glyphs) {
      if (Math.abs(glyph.dy - rise) * size > 0.01) {
        flush()
        rise = glyph.dy
        parts.push(`${num(rise * size)} Ts`)
      }
      move(glyph.dx)
      hex += standard ? hexOf(glyph.id, 2) : hexOf(codeOf(used, glyph, how.silent ? '' : glyph.text), 4)
      move(glyph.advance - glyph.width - glyph.dx)
    }
    flush()
    if (rise !== 0) parts.push('0 Ts')
    return parts.join(' ')
  }

  private use(face: Face): UsedFace {
    let used = this.faces.get(face)
    if (!used) {
      used = { name: `F${this.faces.size + 1}`, face, codes: new Map() }
      this.faces.set(face, used)
    }
    return used
  }
}

/** Right-to-left scripts that extractors take for left-to-right ones: NKo, Adlam. */
const READ_BACKWARDS = /[\u07c0-\u07ff\u{1e900}-\u{1e95f}]/u

/** Glyphs without a text of their own, off the line, or drawn over the one before cannot be put in order by position. */
function needsActualText(run: Run): boolean {
  const apart = ({ advance, dx, dy }: PlacedGlyph) => dy !== 0 || (advance === 0 && dx !== 0)
  return hasSilentGlyphs(run) || run.glyphs.some(apart) || READ_BACKWARDS.test(run.text)
}

/** For the hidden layer: only what carries text, all on the line. */
function flattened(run: Run): Run {
  const glyphs = run.glyphs.filter((glyph) => glyph.text !== '' || glyph.advance !== 0)
  return { ...run, glyphs: glyphs.map((glyph) => ({ ...glyph, dx: 0, dy: 0 })) }
}

/** ISO 32000-1, 14.9.4: what extraction puts in place of the marked glyphs. */
function actualText(text: string, operators: string): string {
  return `/Span <</ActualText ${PDFHexString.fromText(text)}>> BDC\n${operators}\nEMC`
}

function codeOf(used: UsedFace, glyph: PlacedGlyph, text: string): number {
  const key = `${glyph.id} ${glyph.width} ${text}`
  let entry = used.codes.get(key)
  if (!entry) {
    entry = { code: used.codes.size + 1, glyph: { ...glyph, text } }
    used.codes.set(key, entry)
  }
  return entry.code
}

function fontObject(used: UsedFace, sink: ObjectSink, listed: boolean): PDFObject {
  const { context } = sink
  if (used.face instanceof StandardFace) {
    return context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: used.face.name, Encoding: 'WinAnsiEncoding' })
  }
  return type0(used.face, [...used.codes.values()], sink, listed)
}

function type0(
  face: TrueTypeFace,
  codes: { code: number; glyph: PlacedGlyph }[],
  sink: ObjectSink,
  listed: boolean,
): PDFObject {
  const { context } = sink
  const used = ({ glyph }: { glyph: PlacedGlyph }) => ({
    id: glyph.id,
    advance: Math.max(0, Math.round(glyph.width * face.file.unitsPerEm)),
  })
  const subset = subsetTrueType(face.file, codes.map(used))
  const BaseFont = `${subsetTag(subset.bytes)}+${face.name}`
  const map = Buffer.alloc((codes.length + 1) * 2)
  for (const entry of codes) map.writeUInt16BE(subset.numberOf(used(entry)), entry.code * 2)

  const FontDescriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: BaseFont,
    Flags: 4,
    FontBBox: face.metrics.bbox,
    ItalicAngle: 0,
    Ascent: face.metrics.ascent,
    Descent: face.metrics.descent,
    CapHeight: 714,
    StemV: 80,
    FontFile2: sink.register(stream(context, subset.bytes, { Length1: subset.bytes.length })),
    // PDF/A-1 wants to know which codes a subset has (ISO 19005-1, 6.3.5): all of them, and 0.
    ...(listed && { CIDSet: sink.register(stream(context, allBits(codes.length + 1))) }),
  })
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: sink.register(FontDescriptor),
    W: [1, codes.map(({ glyph }) => Math.round(glyph.width * 1000))],
    CIDToGIDMap: sink.register(stream(context, map)),
  })
  return context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont,
    Encoding: 'Identity-H',
    DescendantFonts: [sink.register(descendant)],
    ToUnicode: sink.register(stream(context, Buffer.from(toUnicode(codes)))),
  })
}

/** As many set bits, the first one the highest. */
function allBits(count: number): Uint8Array {
  const bytes = Buffer.alloc(Math.ceil(count / 8), 0xff)
  if (count % 8 > 0) bytes[bytes.length - 1] = (0xff00 >> (count % 8)) & 0xff
  return bytes
}

/** Six letters derived from the glyphs, so that viewers distinguish two subsets of one font (ISO 32000-1, 9.6.4). */
function subsetTag(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest()
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

function toUnicode(codes: { code: number; glyph: PlacedGlyph }[]): string {
  const sections: string[] = []
  // A bfchar section holds at most 100 entries (Adobe technical note 5014).
  for (let i = 0; i < codes.length; i += 100) {
    const section = codes.slice(i, i + 100)
    const lines = section.map(({ code, glyph }) => `<${hexOf(code, 4)}> <${utf16(glyph.text || NO_TEXT)}>`)
    sections.push(`${section.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

function stream(context: PDFContext, bytes: Uint8Array, entries: Record<string, number> = {}): PDFRawStream {
  const packed = deflateSync(bytes)
  const dict = context.obj({ ...entries, Filter: 'FlateDecode', Length: packed.length })
  return PDFRawStream.of(dict, packed)
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** A number in content stream syntax: three decimals, no exponent. */
export function num(value: number): string {
  return String(Math.round(value * 1000) / 1000 || 0)
}

/**
 * The part of a TrueType font (ISO/IEC 14496-22) that a PDF needs for a handful of glyphs: outlines and metrics,
 * without hinting, layout tables and names (ISO 32000-1, 9.9: glyf, head, hhea, hmtx, loca and maxp suffice for a
 * CIDFontType2). HarfBuzz has shaped already, so nothing else of the font is asked for again.
 */

interface Table {
  offset: number
  length: number
}

/** A parsed table directory. Only the tables a subset is made of are looked at. */
export interface TrueTypeFile {
  bytes: Uint8Array
  view: DataView
  tables: Map<string, Table>
  unitsPerEm: number
  glyphCount: number
}

/** A glyph as a PDF uses it: its advance, in font units, may differ from the font's. */
export interface UsedGlyph {
  id: number
  advance: number
}

export interface TrueTypeSubset {
  bytes: Uint8Array
  /** The number of a used glyph in the subset; never 0, which stands for characters that a font does not have. */
  numberOf(glyph: UsedGlyph): number
}

const COMPOSITE = { words: 0x0001, scale: 0x0008, more: 0x0020, xyScale: 0x0040, twoByTwo: 0x0080, hints: 0x0100 }

/** Byte positions inside a glyph description and the tables. */
const GLYPH_HEADER = 10
const HEAD_CHECKSUM = 8
const HEAD_LONG_LOCA = 50
const HHEA_METRICS = 34
const MAXP_GLYPHS = 4

/**
 * Reads the directory of a font file.
 * @throws Error when the file has no TrueType outlines.
 */
export function readTrueType(bytes: Uint8Array, name: string): TrueTypeFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, Table>()
  for (let i = 0, at = 12; i < view.getUint16(4); i++, at += 16) {
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    tables.set(tag, { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) })
  }
  for (const tag of ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'cmap']) {
    if (!tables.has(tag)) throw new Error(`${name} is not a TrueType font: it has no '${tag}' table`)
  }
  const unitsPerEm = view.getUint16(tables.get('head')!.offset + 18)
  const glyphCount = view.getUint16(tables.get('maxp')!.offset + MAXP_GLYPHS)
  return { bytes, view, tables, unitsPerEm, glyphCount }
}

/**
 * A font with just these glyphs (and .notdef, and the components they are composed of), renumbered from 0 in the
 * order of the original numbers, so that the same glyphs always make the same bytes. A glyph that is used with another
 * advance than the font's is in it once more: PDF/A wants the widths of the PDF and of the font to agree, and no text
 * that shows .notdef itself (ISO 19005-2, 6.2.11.5 and 6.2.11.8).
 */
export function subsetTrueType(font: TrueTypeFile, used: Iterable<UsedGlyph>): TrueTypeSubset {
  const glyphs = [...used].map(({ id, advance }) => ({ id: id < font.glyphCount ? id : 0, advance }))
  const ids = [
    ...withComponents(
      font,
      glyphs.map(({ id }) => id),
    ),
  ].sort((a, b) => a - b)
  const newIds = new Map(ids.map((id, index) => [id, index]))
  const key = ({ id, advance }: UsedGlyph) => `${id} ${advance}`
  const placed = new Map(ids.filter((id) => id !== 0).map((id) => [key({ id, advance: metrics(font, id)[0] }), id]))
  const copies = [...new Map(glyphs.filter((glyph) => !placed.has(key(glyph))).map((glyph) => [key(glyph), glyph]))]
  copies.sort(([, a], [, b]) => a.id - b.id || a.advance - b.advance)
  const all = [...ids.map((id) => ({ id, advance: metrics(font, id)[0] })), ...copies.map(([, glyph]) => glyph)]
  const outlines = all.map(({ id }) => renumbered(font, glyphData(font, id), newIds))

  const loca = new DataView(new ArrayBuffer((all.length + 1) * 4))
  const hmtx = new DataView(new ArrayBuffer(all.length * 4))
  let end = 0
  all.forEach(({ id, advance }, index) => {
    hmtx.setUint16(index * 4, advance)
    hmtx.setInt16(index * 4 + 2, metrics(font, id)[1])
    end += outlines[index]!.length
    loca.setUint32((index + 1) * 4, end)
  })

  const head = copy(font, 'head')
  head.setUint32(HEAD_CHECKSUM, 0)
  head.setInt16(HEAD_LONG_LOCA, 1)
  const hhea = copy(font, 'hhea')
  hhea.setUint16(HHEA_METRICS, all.length)
  const maxp = copy(font, 'maxp')
  maxp.setUint16(MAXP_GLYPHS, all.length)

  const bytes = assemble([
    ['glyf', Buffer.concat(outlines)],
    ['head', bytesOf(head)],
    ['hhea', bytesOf(hhea)],
    ['hmtx', bytesOf(hmtx)],
    ['loca', bytesOf(loca)],
    ['maxp', bytesOf(maxp)],
  ])
  const numbers = new Map(copies.map(([name], index) => [name, ids.length + index]))
  for (const [name, id] of placed) numbers.set(name, newIds.get(id)!)
  return { bytes, numberOf: ({ id, advance }) => numbers.get(key({ id: id < font.glyphCount ? id : 0, advance })) ?? 0 }
}

/** The advance and the left side bearing of a glyph, in font units. */
function metrics(font: TrueTypeFile, id: number): [advance: number, bearing: number] {
  const full = font.view.getUint16(font.tables.get('hhea')!.offset + HHEA_METRICS)
  const { offset } = font.tables.get('hmtx')!
  const advance = font.view.getUint16(offset + Math.min(id, full - 1) * 4)
  const bearing = id < full ? offset + id * 4 + 2 : offset + full * 4 + (id - full) * 2
  return [advance, font.view.getInt16(bearing)]
}

function glyphData(font: TrueTypeFile, id: number): Uint8Array {
  const long = font.view.getInt16(font.tables.get('head')!.offset + HEAD_LONG_LOCA) === 1
  const loca = font.tables.get('loca')!.offset
  const glyf = font.tables.get('glyf')!.offset
  const start = long ? font.view.getUint32(loca + id * 4) : font.view.getUint16(loca + id * 2) * 2
  const end = long ? font.view.getUint32(loca + id * 4 + 4) : font.view.getUint16(loca + id * 2 + 2) * 2
  return font.bytes.subarray(glyf + start, glyf + end)
}

/** The components of a composite glyph: where each record's flags stand and which glyph it names. */
function* components(glyph: Uint8Array): Generator<{ at: number; flags: number; id: number; next: number }> {
  const view = new DataView(glyph.buffer, glyph.byteOffset, glyph.byteLength)
  if (glyph.length < GLYPH_HEADER || view.getInt16(0) >= 0) return
  for (let at = GLYPH_HEADER, more = true; more; ) {
    const flags = view.getUint16(at)
    const scale = flags & COMPOSITE.scale ? 2 : flags & COMPOSITE.xyScale ? 4 : flags & COMPOSITE.twoByTwo ? 8 : 0
    const next = at + 4 + (flags & COMPOSITE.words ? 4 : 2) + scale
    yield { at, flags, id: view.getUint16(at + 2), next }
    more = (flags & COMPOSITE.more) !== 0
    at = next
  }
}

function withComponents(font: TrueTypeFile, glyphIds: Iterable<number>): Set<number> {
  const all = new Set<number>([0])
  const queue = [...glyphIds]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id >= font.glyphCount || (all.has(id) && id !== 0)) continue
    all.add(id)
    for (const component of components(glyphData(font, id))) if (!all.has(component.id)) queue.push(component.id)
  }
  return all
}

/** The glyph without its instructions and with its components' new numbers, padded to four bytes. */
function renumbered(font: TrueTypeFile, glyph: Uint8Array, newIds: Map<number, number>): Uint8Array {
  if (glyph.length < GLYPH_HEADER) return new Uint8Array(0)
  const contours = new DataView(glyph.buffer, glyph.byteOffset).getInt16(0)
  if (contours >= 0) {
    const instructions = GLYPH_HEADER + contours * 2
    const length = (glyph[instructions]! << 8) | glyph[instructions + 1]!
    const points = glyph.subarray(instructions + 2 + length)
    return padded(Buffer.concat([glyph.subarray(0, instructions), new Uint8Array(2), points]))
  }
  const out = Uint8Array.from(glyph)
  const view = new DataView(out.buffer)
  let end = GLYPH_HEADER
  for (const { at, flags, id, next } of components(glyph)) {
    view.setUint16(at, flags & ~COMPOSITE.hints)
    view.setUint16(at + 2, newIds.get(Math.min(id, font.glyphCount - 1)) ?? 0)
    end = next
  }
  return padded(out.subarray(0, end))
}

function padded(bytes: Uint8Array): Uint8Array {
  if (bytes.length % 4 === 0) return bytes
  const out = new Uint8Array(Math.ceil(bytes.length / 4) * 4)
  out.set(bytes)
  return out
}

function copy(font: TrueTypeFile, tag: string): DataView {
  const { offset, length } = font.tables.get(tag)!
  return new DataView(Uint8Array.from(font.bytes.subarray(offset, offset + length)).buffer)
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Writes the table directory, the tables in alphabetical order, and the checksums. */
function assemble(tables: [tag: string, bytes: Uint8Array][]): Uint8Array {
  const powers = 2 ** Math.floor(Math.log2(tables.length))
  const header = new DataView(new ArrayBuffer(12 + tables.length * 16))
  header.setUint32(0, 0x00010000)
  header.setUint16(4, tables.length)
  header.setUint16(6, powers * 16)
  header.setUint16(8, Math.log2(powers))
  header.setUint16(10, (tables.length - powers) * 16)

  const parts: Uint8Array[] = [bytesOf(header)]
  let offset = header.byteLength
  let headAt = 0
  tables.forEach(([tag, bytes], index) => {
    const at = 12 + index * 16
    for (let i = 0; i < 4; i++) header.setUint8(at + i, tag.charCodeAt(i))
    header.setUint32(at + 4, checksum(padded(bytes)))
    header.setUint32(at + 8, offset)
    header.setUint32(at + 12, bytes.length)
    if (tag === 'head') headAt = offset
    parts.push(padded(bytes))
    offset += padded(bytes).length
  })
  const file = Buffer.concat(parts)
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headAt + HEAD_CHECKSUM)
  return file
}

function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + view.getUint32(i)) >>> 0
  return sum
}

import { closeSync, openSync, readSync } from 'node:fs'
import { extraFonts, installedFonts } from './catalogue.ts'
import { type CodePointRange, GlyphRanges } from './glyph-ranges.ts'

const known = new Map<string, GlyphRanges>()

/**
 * What the fonts of this installation have together. Only the character maps are read (milliseconds), once per process.
 * @param fontDir the operator's folder, if there is one
 * @throws Error when the folder or a font cannot be read
 */
export function glyphCoverage(fontDir?: string): GlyphRanges {
  let coverage = known.get(fontDir ?? '')
  if (!coverage) {
    const { alphabets, eastAsian, symbols, emoji } = installedFonts()
    const files = [...alphabets, ...eastAsian, symbols, emoji, ...extraFonts(fontDir)]
    coverage = new GlyphRanges(files.flatMap(({ regular }) => readCharacterMap(regular)))
    known.set(fontDir ?? '', coverage)
  }
  return coverage
}

/** The code points that a font file maps to a glyph (ISO/IEC 14496-22, `cmap`; formats 4 and 12, which Unicode fonts use). */
function readCharacterMap(path: string): CodePointRange[] {
  const file = openSync(path, 'r')
  try {
    const table = readDirectory(file).get('cmap')
    return table ? rangesOf(read(file, table.at, table.length)) : []
  } finally {
    closeSync(file)
  }
}

/** The tables of a font file by their tags. @throws Error when the file cannot be read */
export function tablesOf(path: string): Map<string, { at: number; length: number }> {
  const file = openSync(path, 'r')
  try {
    return readDirectory(file)
  } finally {
    closeSync(file)
  }
}

function readDirectory(file: number): Map<string, { at: number; length: number }> {
  const directory = read(file, 12, read(file, 0, 12).readUInt16BE(4) * 16)
  const tables = new Map<string, { at: number; length: number }>()
  for (let at = 0; at < directory.length; at += 16) {
    const place = { at: directory.readUInt32BE(at + 8), length: directory.readUInt32BE(at + 12) }
    tables.set(directory.toString('latin1', at, at + 4), place)
  }
  return tables
}

function read(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, position)
  return bytes
}

function rangesOf(cmap: Buffer): CodePointRange[] {
  const offsets: number[] = []
  for (let i = 0; i < cmap.readUInt16BE(2); i++) offsets.push(cmap.readUInt32BE(4 + i * 8 + 4))
  // Format 12 has all that format 4 has, and the characters beyond U+FFFF.
  const full = offsets.find((at) => cmap.readUInt16BE(at) === 12)
  if (full !== undefined) return groups(cmap, full)
  const basic = offsets.find((at) => cmap.readUInt16BE(at) === 4)
  return basic === undefined ? [] : segments(cmap, basic)
}

function groups(cmap: Buffer, table: number): CodePointRange[] {
  const ranges: CodePointRange[] = []
  for (let i = 0; i < cmap.readUInt32BE(table + 12); i++) {
    const at = table + 16 + i * 12
    // A range that starts at glyph 0 maps its first character to the box.
    const first = cmap.readUInt32BE(at) + (cmap.readUInt32BE(at + 8) === 0 ? 1 : 0)
    const last = cmap.readUInt32BE(at + 4)
    if (first <= last) ranges.push([first, last])
  }
  return ranges
}

function segments(cmap: Buffer, table: number): CodePointRange[] {
  const ranges: CodePointRange[] = []
  const size = cmap.readUInt16BE(table + 6)
  const ends = table + 14
  const starts = ends + size + 2
  for (let i = 0; i < size; i += 2) {
    const [last, first] = [cmap.readUInt16BE(ends + i), cmap.readUInt16BE(starts + i)]
    const delta = cmap.readUInt16BE(starts + size + i)
    const offsetAt = starts + 2 * size + i
    const offset = cmap.readUInt16BE(offsetAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = offset === 0 ? (code + delta) & 0xffff : cmap.readUInt16BE(offsetAt + offset + (code - first) * 2)
      const before = ranges.at(-1)
      if (glyph === 0) continue
      if (before?.[1] === code - 1) before[1] = code
      else ranges.push([code, code])
    }
  }
  return ranges
}

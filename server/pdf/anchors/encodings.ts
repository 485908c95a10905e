import { Encodings } from '@pdf-lib/standard-fonts'

const WIN_ANSI = new TextDecoder('windows-1252')
const MAC_ROMAN = new TextDecoder('macintosh')

/** The letters of StandardEncoding beyond ASCII (ISO 32000-1, annex D.2); its punctuation cannot be part of a marker. */
const STANDARD: Record<number, string> = {
  174: 'fi',
  175: 'fl',
  225: 'Æ',
  232: 'Ł',
  233: 'Ø',
  234: 'Œ',
  241: 'æ',
  245: 'ı',
  248: 'ł',
  249: 'ø',
  250: 'œ',
  251: 'ß',
}

/** The character a code of a simple font stands for in one of the named encodings. */
export function encodedText(encoding: string | undefined, code: number): string {
  if (code < 32) return ''
  if (code < 127) return String.fromCharCode(code)
  if (encoding === 'WinAnsiEncoding') return code === 0xa0 ? ' ' : WIN_ANSI.decode(Uint8Array.of(code))
  if (encoding === 'MacRomanEncoding') return code === 0xca ? ' ' : MAC_ROMAN.decode(Uint8Array.of(code))
  return STANDARD[code] ?? ''
}

const GLYPH_NAMES = new Map<string, string>()
/** Code to glyph name in the encodings of the standard 14 fonts. */
const STANDARD_NAMES = new Map<string, Map<number, string>>()
for (const [name, encoding] of Object.entries(Encodings)) {
  const names = new Map<number, string>()
  for (const point of encoding.supportedCodePoints) {
    const glyph = encoding.encodeUnicodeCodePoint(point)
    names.set(glyph.code, glyph.name)
    // The dingbats are named a1, a2, ...: names that re-encoded text fonts use for something else.
    if (name !== 'ZapfDingbats' && !GLYPH_NAMES.has(glyph.name))
      GLYPH_NAMES.set(glyph.name, String.fromCodePoint(point))
  }
  STANDARD_NAMES.set(name, names)
}

export const standardGlyphName = (encoding: 'WinAnsi' | 'Symbol' | 'ZapfDingbats', code: number) =>
  STANDARD_NAMES.get(encoding)?.get(code)

const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  breve: '\u0306',
  caron: '\u030c',
  cedilla: '\u0327',
  circumflex: '\u0302',
  commaaccent: '\u0327',
  dieresis: '\u0308',
  dotaccent: '\u0307',
  grave: '\u0300',
  hungarumlaut: '\u030b',
  macron: '\u0304',
  ogonek: '\u0328',
  ring: '\u030a',
  tilde: '\u0303',
}

const OTHER_NAMES: Record<string, string> = {
  dotlessi: 'ı',
  Lslash: 'Ł',
  lslash: 'ł',
  Dcroat: 'Đ',
  dcroat: 'đ',
  ff: 'ff',
  fi: 'fi',
  fl: 'fl',
  ffi: 'ffi',
  ffl: 'ffl',
  nbspace: ' ',
  nonbreakingspace: ' ',
  sfthyphen: '-',
  afii10023: 'Ё',
  afii10071: 'ё',
}

/** Text of a glyph name: Adobe Glyph List as far as letters and marker punctuation go, `uniXXXX`, `uXXXXX`, `f_i`. */
export function glyphNameText(name: string): string {
  const base = name.split('.')[0]!
  if (base.includes('_')) return base.split('_').map(glyphNameText).join('')
  const known = OTHER_NAMES[base] ?? GLYPH_NAMES.get(base)
  if (known !== undefined) return known
  if (base.length === 1) return base
  const hex = /^(?:uni([0-9A-Fa-f]{4})|u([0-9A-Fa-f]{4,6}))/.exec(base)
  if (hex) return fromCodePoint(Number.parseInt(hex[1] ?? hex[2]!, 16))
  const cyrillic = /^afii(100\d\d)$/.exec(base)
  if (cyrillic) return cyrillicText(Number(cyrillic[1]))
  const accent = /^([A-Za-z])([a-z]+)$/.exec(base)
  const mark = accent && ACCENTS[accent[2]!]
  return mark ? (accent[1]! + mark).normalize('NFC') : ''
}

const fromCodePoint = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '')

/** The Russian alphabet in Adobe's numbering: Ё and ё stand in alphabetical order there (see OTHER_NAMES). */
function cyrillicText(afii: number): string {
  if (afii >= 10017 && afii <= 10049) return String.fromCodePoint(0x0410 + afii - 10017 - (afii > 10023 ? 1 : 0))
  if (afii >= 10065 && afii <= 10097) return String.fromCodePoint(0x0430 + afii - 10065 - (afii > 10071 ? 1 : 0))
  return ''
}

import { fill } from '../../../domain/fill.ts'
import { GlyphRanges } from '../../../pdf/fonts/glyph-ranges.ts'
import { data, texts } from './data.ts'

const glyphs = GlyphRanges.parse(data.glyphs)
/** Maximum number of characters that the hint names. */
const NAMED = 12

/** Whether the document's fonts have every character. */
export function isInOurFonts(text: string): boolean {
  return glyphs.missing(text).length === 0
}

/** What a signer should know before signing: characters that the document will show as boxes. Empty if there are none. */
export function glyphHint(typed: string): string {
  const missing = glyphs.missing(typed)
  if (missing.length === 0) return ''
  const more = missing.length > NAMED ? ' \u2026' : ''
  return fill(texts.missingGlyphs, { characters: missing.slice(0, NAMED).join(' ') + more })
}

import type { GlyphRanges } from '../../pdf/fonts/glyph-ranges.ts'
import type { Draft, DraftSigner, Warning } from './draft.ts'

/** Maximum number of characters that one warning names. */
const NAMED = 10

/**
 * What the document or its audit trail will show as boxes because no font has it (`missing_glyph`; decision 0461).
 * @param filename of the document; shown as its title where the call gives none
 */
export function glyphWarnings(glyphs: GlyphRanges, draft: Draft, filename: string): Warning[] {
  const title = draft.title === null ? { field: 'file', text: filename } : { field: 'title', text: draft.title }
  return missingGlyphs(glyphs, [title, ...draft.signers.flatMap(textsOfSigner)])
}

/** A warning for each text of which no font has some character. */
export function missingGlyphs(glyphs: GlyphRanges, drawn: { field: string; text: string }[]): Warning[] {
  return drawn.flatMap(({ field, text }) => {
    const missing = glyphs.missing(text)
    if (missing.length === 0) return []
    const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
    const message = `no font has ${missing.slice(0, NAMED).map(named).join(', ')}${more} of ${field}; the document shows a box instead`
    return [{ field, code: 'missing_glyph' as const, message }]
  })
}

function textsOfSigner({ at, name, email, role, company, jobTitle, reference }: DraftSigner) {
  const texts = {
    ...{ name: name.full, first_name: name.first, last_name: name.last },
    ...{ email, role, company, job_title: jobTitle, reference },
  }
  return Object.entries(texts).flatMap(([key, text]) => (text === null ? [] : [{ field: `${at}.${key}`, text }]))
}

/** As in `"𐤀" (U+10900)`. */
function named(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `"${character}" (U+${code})`
}

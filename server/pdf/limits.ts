import { READER_LIMITS } from '../../sdk/src/verify/pdf-limits.ts'

/**
 * What one PDF may make the engine do. Beyond any of these the file is refused (`too_complex`, `too_many_pages`):
 * a real contract stays orders of magnitude below, a decompression or fan-out bomb does not.
 */
export const LIMITS = {
  ...READER_LIMITS,
  pages: 2100,
  /** Nodes of the page tree, leaves among them. */
  pageTreeNodes: 20_100,
  operatorsPerPage: 2_000_000,
  operatorsPerDocument: 10_000_000,
  glyphsPerPage: 500_000,
  /** Steps (see `STEPS`) to interpret the content of all pages; a form counts each time it is painted. */
  contentSteps: 600_000_000,
  /** Markers of a document: each becomes a field, stored in one statement and filled in by a person. */
  markers: 2_000,
  /** Nesting of form XObjects. */
  formDepth: 12,
  /** Code to Unicode entries of one CMap. */
  cmapEntries: 200_000,
  /** Strings of an encrypted file, each of which is decrypted on its own. */
  encryptedStrings: 2_000_000,
  /** Characters that are printed into a template; a table counts each cell, a text each box. */
  printedCharacters: 250_000,
  /** Nodes visited while looking for active content, form fields, outlines, structure elements. */
  walkedNodes: 250_000,
} as const

/** What interpreting content costs, in steps of about 10 ns: counted, so that the verdict does not depend on the load. */
export const STEPS = { byte: 1, operator: 4, shownText: 200, glyph: 40, sortedGlyph: 200 } as const

/** What our own revisions add to: the pages of signatures, a cross-reference section each. */
export type GrowingLimits = Record<'pages' | 'pageTreeNodes' | 'xrefSections', number>

/** Of an upload: so far below `LIMITS` that every revision of ours still fits. */
export const UPLOAD_LIMITS: GrowingLimits & { objectNumber: number } = {
  pages: 2000,
  pageTreeNodes: 20_000,
  objectNumber: 8_000_000,
  xrefSections: 512,
}

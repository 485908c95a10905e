import { PDFRawStream, type PDFRef } from 'pdf-lib'
import { blankMarkedContent, blankStructureTree } from './anchors/alternative-text.ts'
import type { ContentOwner, Glyph, ShowOperation } from './anchors/glyphs.ts'
import { ContentInterpreter } from './anchors/interpreter.ts'
import { findMarkers } from './anchors/markers.ts'
import type { PdfFile, PdfPage } from './document.ts'
import { PdfError } from './errors.ts'
import { flate } from './geometry.ts'
import { nameOf } from './objects.ts'

/** A replacement of a byte range of a content stream. */
export interface Edit {
  start: number
  end: number
  text: string
}

interface OwnerEdits {
  owner: ContentOwner
  /** By the offset of the operator: the operator and the glyphs to take out, as `item:at`. */
  operations: Map<number, { show: ShowOperation; dropped: Set<string> }>
}

/**
 * Takes the markers out of the content of these pages (1-based): the glyph codes are replaced by the displacement
 * they caused, so that nothing is painted, nothing can be copied out, and all that follows stays where it was.
 * A form XObject is changed in place, because a marker in it is a marker on every page that shows the form.
 * Alternative texts of tagged PDFs (`/ActualText`, `/Alt`, `/E`) lose the markers too.
 * @throws PdfError `placement_failed` when a marker can still be read afterwards.
 */
export function maskMarkers(pdf: PdfFile, pages: number[]): void {
  if (pages.length === 0) return
  const interpreter = new ContentInterpreter(pdf)
  const targets = pages.map((number) => pdf.pages[number - 1]).filter((page) => page !== undefined)
  const edits = new Map<PDFRef, OwnerEdits>()
  for (const page of targets)
    for (const marker of findMarkers(interpreter.glyphsOf(page), interpreter.spend).markers)
      for (const glyph of marker.glyphs) drop(edits, glyph)
  for (const { owner, operations } of edits.values()) {
    const shows = [...operations.values()].map(({ show, dropped }) => ({
      start: show.start,
      end: show.end,
      text: rewrite(show, dropped),
    }))
    rewriteContent(pdf, owner, [...shows, ...blankMarkedContent(owner, shows)])
  }
  blankStructureTree(pdf)
  const again = new ContentInterpreter(pdf)
  for (const page of targets) {
    if (findMarkers(again.glyphsOf(page), again.spend).markers.length > 0)
      throw new PdfError('placement_failed', 'A marker could not be taken out of its page')
  }
}

function drop(edits: Map<PDFRef, OwnerEdits>, { show, item, at }: Glyph) {
  const { owner } = show
  const key = owner.form ?? owner.page.ref
  const known = edits.get(key) ?? { owner, operations: new Map() }
  edits.set(key, known)
  const operation = known.operations.get(show.start) ?? { show, dropped: new Set() }
  known.operations.set(show.start, operation)
  operation.dropped.add(`${item}:${at}`)
}

/** The operator as TJ with numbers for the dropped codes: each moves by `-number / 1000 * fontSize` (ISO 32000-1, 9.4.3). */
function rewrite(show: ShowOperation, dropped: Set<string>): string {
  const { font, fontSize, charSpacing, wordSpacing, spacing } = show
  const parts: string[] = []
  let moved = 0
  let kept: Uint8Array[] = []
  const flushKept = () => {
    if (kept.length > 0) parts.push(`<${Buffer.concat(kept).toString('hex')}>`)
    kept = []
  }
  const flushMoved = () => {
    if (moved !== 0) parts.push(decimal(moved))
    moved = 0
  }
  for (const [item, value] of show.items.entries()) {
    if (typeof value === 'number') {
      flushKept()
      moved += value
      continue
    }
    for (let at = 0; at < value.length; ) {
      const length = Math.min(font.codeLength(value, at), value.length - at)
      const bytes = value.subarray(at, at + length)
      if (dropped.has(`${item}:${at}`)) {
        flushKept()
        const code = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
        const space = charSpacing + (length === 1 && code === 32 ? wordSpacing : 0)
        moved -= font.advance(code) * 1000 + (fontSize ? (space * 1000) / fontSize : 0)
      } else {
        flushMoved()
        kept.push(bytes)
      }
      at += length
    }
  }
  flushKept()
  flushMoved()
  const [word, char] = spacing
  const before =
    show.operator === '"' ? `${decimal(word)} Tw ${decimal(char)} Tc T* ` : show.operator === "'" ? 'T* ' : ''
  return `${before}[${parts.join(' ')}] TJ`
}

/** PDF knows no exponents. */
const decimal = (value: number) => value.toFixed(4).replace(/\.?0+$/, '')

function rewriteContent(pdf: PdfFile, owner: ContentOwner, edits: Edit[]) {
  const parts: Uint8Array[] = []
  let position = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(owner.bytes.subarray(position, start), Buffer.from(text, 'latin1'))
    position = end
  }
  parts.push(owner.bytes.subarray(position))
  const stream = flate(pdf, Buffer.concat(parts), {})
  if (owner.form) replaceForm(pdf, owner.form, stream)
  else replaceContents(pdf, owner.page, stream)
}

function replaceForm(pdf: PdfFile, ref: PDFRef, content: PDFRawStream) {
  const before = pdf.lookup(ref)
  if (!(before instanceof PDFRawStream)) throw new PdfError('placement_failed', 'A form XObject could not be rewritten')
  const dict = before.dict.clone(pdf.context)
  for (const key of ['DecodeParms', 'DP', 'F', 'DL']) dict.delete(nameOf(key))
  dict.set(nameOf('Filter'), nameOf('FlateDecode'))
  pdf.assign(ref, PDFRawStream.of(dict, content.getContents()))
}

function replaceContents(pdf: PdfFile, page: PdfPage, content: PDFRawStream) {
  page.dict.set(nameOf('Contents'), pdf.register(content))
  pdf.touch(page.ref)
}

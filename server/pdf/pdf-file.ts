import type { PDFContext, PDFDict, PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import type { PdfValue } from '../../sdk/src/verify/pdf-syntax.ts'
import type { GrowingLimits } from './limits.ts'

/**
 * A PDF opened by its cross-reference: objects are read when first looked up, nothing is ever rewritten, and
 * changes leave as an appended revision (incremental update, ISO 32000-1, 7.5.6). pdf-lib supplies the objects,
 * the embedders (`PngEmbedder.embedIntoContext(pdf.context)`, ...) and the drawing operators; its parser, its
 * `PDFDocument` and its writer are not used, because they read and rewrite the whole file.
 *
 * Dictionaries are mutated in place; the caller then calls `touch` with the reference of the object that contains them.
 * Everything registered or assigned through `pdf.context` counts as changed automatically.
 */
export interface PdfFile {
  /** The current file, with the revisions appended so far. */
  readonly bytes: Uint8Array
  readonly context: PDFContext
  readonly catalog: PDFDict
  readonly catalogRef: PDFRef
  readonly trailer: PDFDict
  readonly limits: GrowingLimits
  /** The cross-reference was broken; the next revision carries a complete rebuilt one. May turn true on a lookup. */
  readonly repaired: boolean
  /** In document order. @throws PdfError `no_pages`, `too_many_pages`, `too_complex`. */
  readonly pages: PdfPage[]
  /** Without reading the others, of which there may be thousands. @throws as `pages`. */
  readonly firstPage: PdfPage
  /** Dereferences; null and dangling references are undefined (ISO 32000-1, 7.3.10). */
  lookup(object: PDFObject | undefined): PDFObject | undefined
  /** Adds an object to the next revision. */
  register(object: PDFObject): PDFRef
  /** Replaces an object in the next revision. */
  assign(ref: PDFRef, object: PDFObject): void
  /** The object was mutated in place and belongs into the next revision. */
  touch(ref: PDFRef): void
  /** The decoded bytes of a stream. @throws PdfError `damaged` (unknown filter), `too_complex` (limits). */
  streamContents(stream: PDFStream): Uint8Array
  /** Every object of the file as it was opened, one after the other without keeping any; the trailer comes as number 0. */
  fileObjects(): Iterable<{ num: number; gen: number; value: PdfValue }>
  /**
   * Closes the revision: the bytes to append for everything touched or new, empty when there is nothing. Afterwards
   * the file stands on the new head (`bytes` includes the delta) and a next revision can follow.
   */
  appendRevision(): Uint8Array
}

export interface PdfPage {
  ref: PDFRef
  dict: PDFDict
  /** CropBox within the MediaBox, user space. */
  cropBox: { x: number; y: number; width: number; height: number }
  rotate: 0 | 90 | 180 | 270
  /** Own or inherited. Possibly shared with other pages: never mutate it. */
  resources: PDFDict | undefined
  /** Of the page as displayed, after `rotate`, in units of its user space. */
  width: number
  height: number
  /** Points of such a unit (ISO 32000-1, 14.11.2). */
  userUnit: number
  /** Its CropBox does not meet its MediaBox. */
  isCropOutside: boolean
}

import { PdfReader } from './pdf-reader.ts'
import { permittedFields } from './permitted-changes.ts'
import type { PdfSignature } from './signatures.ts'

/**
 * Checks that what follows the first `before` bytes, up to the end of the document time stamp, adds that time stamp,
 * validation data, and nothing else (ISO 32000-2, 12.8.2.2; ETSI EN 319 142-1, 5.4.3). A time stamp proves when, not
 * who: anyone can buy one for a file they changed, so its validity proves nothing about the change.
 * @throws naming the object that was changed
 */
export function checkArchiveRevision(bytes: Uint8Array, before: number, archive: PdfSignature): void {
  const fields = permittedFields(PdfReader.open(bytes.subarray(0, archive.end)), before)
  if (fields.size !== 1 || !fields.has(archive.field.num))
    throw new Error('more than one time stamp was added to the fields at once')
  const { dict } = archive.field
  const rect = dict.get('Rect')
  const [left, bottom, right, top] = Array.isArray(rect) ? rect : []
  // A field of a tagged page has a place on it, but no size.
  const hidden = typeof left === 'number' && typeof bottom === 'number' && left === right && bottom === top
  if (!hidden) throw new Error('the archive time stamp shows something on a page')
}

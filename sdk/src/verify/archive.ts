import { PdfReader } from './pdf-reader.ts'
import { PdfRef } from './pdf-syntax.ts'
import { isCrossReference, sameButFor } from './same-but-for.ts'
import type { PdfSignature } from './signatures.ts'

/**
 * Checks that the revision after the seal adds the archive time stamp and nothing else. A time stamp proves when, not
 * who: anyone can buy one for a file they changed, so its validity proves nothing about the change.
 * @throws naming the object that was changed
 */
export function checkArchiveRevision(reader: PdfReader, sealEnd: number, archive: PdfSignature): void {
  const sealed = PdfReader.open(reader.bytes.subarray(0, sealEnd))
  if (reader.repairs > 0) throw new Error('the cross-reference after the seal is damaged')
  if (reader.trailer.get('Prev') !== sealed.start) throw new Error('the archive time stamp does not follow the seal')
  const root = reader.trailer.get('Root')
  const before = sealed.trailer.get('Root')
  if (!(root instanceof PdfRef && before instanceof PdfRef && root.num === before.num)) {
    throw new Error('the revision after the seal has another catalog')
  }
  const added = archive.field.num
  const fields = new Set([added])
  for (const num of reader.newest) {
    const now = reader.current(num)
    const then = sealed.current(num)
    if (then !== null && reader.generation(num) !== sealed.generation(num))
      throw new Error(`object ${num} has another generation after the seal`)
    if (num === archive.num || num === added) {
      if (then !== null) throw new Error(`object ${num}, the archive time stamp, replaces another one`)
    } else if (isCrossReference(now) && then === null) continue
    else if (!sameButFor(then, now, fields)) throw new Error(`object ${num} was changed after the seal`)
  }
  const { dict } = archive.field
  const rect = dict.get('Rect')
  const hidden = Array.isArray(rect) && rect.every((side) => side === 0)
  if (!hidden || dict.has('AP') || dict.has('A') || dict.has('AA') || dict.has('MK')) {
    throw new Error('the archive time stamp shows something on a page')
  }
}

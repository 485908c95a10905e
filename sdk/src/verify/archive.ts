import { equal } from './der.ts'
import { PdfReader } from './pdf-reader.ts'
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './pdf-syntax.ts'
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
  for (const num of reader.newest) {
    const now = reader.current(num)
    const then = sealed.current(num)
    if (then !== null && reader.generation(num) !== sealed.generation(num))
      throw new Error(`object ${num} has another generation after the seal`)
    if (num === archive.num || num === added) {
      if (then !== null) throw new Error(`object ${num}, the archive time stamp, replaces another one`)
    } else if (isCrossReference(now) && then === null) continue
    else if (!sameButFor(then, now, added)) throw new Error(`object ${num} was changed after the seal`)
  }
  const { dict } = archive.field
  const rect = dict.get('Rect')
  const hidden = Array.isArray(rect) && rect.every((side) => side === 0)
  if (!hidden || dict.has('AP') || dict.has('A') || dict.has('AA') || dict.has('MK')) {
    throw new Error('the archive time stamp shows something on a page')
  }
}

const isCrossReference = (value: PdfValue) => {
  const type = value instanceof PdfStream ? value.dict.get('Type') : null
  return type instanceof PdfName && type.value === 'XRef'
}

/** True when `now` equals `then`, except that arrays may end with a reference to the added field. */
function sameButFor(then: PdfValue | undefined, now: PdfValue | undefined, added: number): boolean {
  if (Array.isArray(then) && Array.isArray(now)) {
    const last = now.at(-1)
    const grown = now.length === then.length + 1 && last instanceof PdfRef && last.num === added
    return (grown || now.length === then.length) && then.every((item, i) => sameButFor(item, now[i], added))
  }
  if (then instanceof Map && now instanceof Map) return sameDict(then, now, added)
  if (then instanceof PdfStream && now instanceof PdfStream) {
    return sameDict(then.dict, now.dict, added) && equal(then.raw, now.raw)
  }
  if (then instanceof PdfString && now instanceof PdfString) return equal(then.bytes, now.bytes)
  if (then instanceof PdfName && now instanceof PdfName) return then.value === now.value
  if (then instanceof PdfRef && now instanceof PdfRef) return then.num === now.num && then.gen === now.gen
  return then === now
}

const sameDict = (then: PdfDict, now: PdfDict, added: number) =>
  then.size === now.size && [...then].every(([key, value]) => now.has(key) && sameButFor(value, now.get(key), added))

import { equal } from './der.ts'
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './pdf-syntax.ts'

/** Whether the object is a cross-reference stream, which every revision may add. */
export const isCrossReference = (value: PdfValue) => {
  const type = value instanceof PdfStream ? value.dict.get('Type') : null
  return type instanceof PdfName && type.value === 'XRef'
}

/** Whether `list` holds nothing but references to fields that were added. */
export const namesOnly = (list: PdfValue[], added: ReadonlySet<number>) =>
  list.every((item) => item instanceof PdfRef && added.has(item.num))

/** True when `now` equals `then`, except that arrays may end with references to added fields. */
export function sameButFor(then: PdfValue | undefined, now: PdfValue | undefined, added: ReadonlySet<number>): boolean {
  if (Array.isArray(then) && Array.isArray(now)) {
    if (now.length < then.length || !namesOnly(now.slice(then.length), added)) return false
    return then.every((item, i) => sameButFor(item, now[i], added))
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

const sameDict = (then: PdfDict, now: PdfDict, added: ReadonlySet<number>) =>
  then.size === now.size && [...then].every(([key, value]) => now.has(key) && sameButFor(value, now.get(key), added))

import { PdfReader } from './pdf-reader.ts'
import { type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './pdf-syntax.ts'
import { isCrossReference, namesOnly, sameButFor } from './same-but-for.ts'

/**
 * Checks that whatever was appended to the first `length` bytes leaves the signatures in them valid (ISO 32000-1,
 * 12.8.2.2): signature fields and what they show, the validation data of later signatures, and nothing else. An object
 * that was there may only grow by references to those fields.
 * @throws naming the object
 */
export function checkPermittedChanges(reader: PdfReader, length: number): string {
  return `${permittedFields(reader, length).size} signature fields added, nothing else changed`
}

/** The same; returns the object numbers of the fields that were added. */
export function permittedFields(reader: PdfReader, length: number): Set<number> {
  const before = PdfReader.open(reader.bytes.subarray(0, length))
  if (before.repairs > 0 || reader.repairs > 0) throw new Error('the cross-reference is damaged')
  const root = reader.trailer.get('Root')
  const rootBefore = before.trailer.get('Root')
  if (!(root instanceof PdfRef && rootBefore instanceof PdfRef && root.num === rootBefore.num))
    throw new Error('the file has another catalog')
  const fields = addedFields(reader, before)
  const highest = highestNumber(before)
  for (const [num, entry] of reader.entries) {
    const then = before.entries.get(num)
    const isWritten = entry?.type === 'offset' && entry.offset + reader.shift >= length
    if (isWritten && !then && num > highest) continue
    if (isWritten && !then) throw new Error(`object ${num} did not exist, but was referred to`)
    if (isWritten ? reader.generation(num) !== before.generation(num) : !sameEntry(entry, then))
      throw new Error(`object ${num} is another one than before`)
    if (isWritten && !isPermitted(num === root.num, before.current(num), reader.current(num), fields))
      throw new Error(`object ${num} was changed`)
  }
  checkSecurityStore(before, reader)
  return fields
}

const sameEntry = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What the rules allow for the catalog is checked on its own. */
const CATALOG_KEYS = ['DSS', 'Extensions']

function isPermitted(isRoot: boolean, then: PdfValue, now: PdfValue, fields: ReadonlySet<number>): boolean {
  if (!(then instanceof Map && now instanceof Map)) return sameButFor(then, now, fields)
  if (isRoot) {
    const kept = !then.has('Extensions') || sameButFor(then.get('Extensions'), now.get('Extensions'), fields)
    return kept && sameButFor(without(then, CATALOG_KEYS), without(now, CATALOG_KEYS), fields)
  }
  const annotations = now.get('Annots')
  const isFirst = isPage(then) && !then.has('Annots') && Array.isArray(annotations) && namesOnly(annotations, fields)
  return sameButFor(then, isFirst ? without(now, ['Annots']) : now, fields)
}

function isPage(dict: PdfDict): boolean {
  const type = dict.get('Type')
  return type instanceof PdfName ? type.value === 'Page' : dict.has('Parent') && !dict.has('Kids')
}

const without = (dict: PdfDict, keys: string[]): PdfDict => new Map([...dict].filter(([key]) => !keys.includes(key)))

/** Keys of a field with which it could do more than show its appearance. */
const FORBIDDEN = ['A', 'AA', 'MK', 'Kids', 'Parent', 'DV']

/** The object numbers of the fields that the form has now and had not before. */
function addedFields(reader: PdfReader, before: PdfReader): Set<number> {
  const known = new Set(rootFields(before).map((item) => (item instanceof PdfRef ? item.num : -1)))
  const added = new Set<number>()
  for (const item of rootFields(reader)) {
    if (!(item instanceof PdfRef) || known.has(item.num)) continue
    const field = reader.dict(item)
    const type = field?.get('FT')
    const isSignature = type instanceof PdfName && type.value === 'Sig'
    if (!field || !isSignature || FORBIDDEN.some((key) => field.has(key)))
      throw new Error(`the field ${item.num} that was added is more than a signature field`)
    added.add(item.num)
  }
  return added
}

function rootFields(reader: PdfReader): PdfValue[] {
  const catalog = reader.dict(reader.trailer.get('Root'))
  return reader.array(reader.dict(catalog?.get('AcroForm'))?.get('Fields'))
}

/** Validation data of earlier signatures stays (ETSI EN 319 142-1, 5.4.2). */
function checkSecurityStore(before: PdfReader, reader: PdfReader): void {
  const storeOf = (of: PdfReader) => of.dict(of.dict(of.trailer.get('Root'))?.get('DSS'))
  const [then, now] = [storeOf(before), storeOf(reader)]
  if (!then) return
  for (const key of ['Certs', 'OCSPs', 'CRLs']) {
    const kept = reader.array(now?.get(key))
    for (const [i, item] of before.array(then.get(key)).entries())
      if (!sameButFor(item, kept[i], NONE)) throw new Error(`the security store lost some of its ${key}`)
  }
  const entries = reader.dict(now?.get('VRI'))
  for (const [key, entry] of before.dict(then.get('VRI')) ?? [])
    if (!sameButFor(entry, entries?.get(key), NONE)) throw new Error('the security store was changed')
}

const NONE: ReadonlySet<number> = new Set()

/** Of any object that exists or is referred to: a reference to one that does not exist must not come to life. */
function highestNumber(reader: PdfReader): number {
  let highest = 0
  const visit = (value: PdfValue): void => {
    if (value instanceof PdfRef) highest = Math.max(highest, value.num)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (value instanceof Map) for (const item of value.values()) visit(item)
    else if (value instanceof PdfStream && !isCrossReference(value)) visit(value.dict)
  }
  for (const num of reader.entries.keys()) {
    highest = Math.max(highest, num)
    const value = reader.read(num, reader.generation(num))
    if (value !== undefined) visit(value)
  }
  return highest
}

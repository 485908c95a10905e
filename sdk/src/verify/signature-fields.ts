import { READER_LIMITS } from './pdf-limits.ts'
import type { PdfReader } from './pdf-reader.ts'
import { type PdfDict, PdfName, PdfRef, PdfSyntaxError, type PdfValue } from './pdf-syntax.ts'

/** A signature field of the form that has a value (ISO 32000-1, 12.7.4.5). */
export interface SignedField {
  num: number
  dict: PdfDict
  /** The signature dictionary. */
  value: PdfDict
  /** Its object number; undefined where it stands in the field itself. */
  valueNum: number | undefined
}

const nameOf = (value: PdfValue) => (value instanceof PdfName ? value.value : undefined)

/** The signed fields of the newest revision. @throws PdfSyntaxError `too_complex` */
export function signedFields(reader: PdfReader): SignedField[] {
  const catalog = reader.dict(reader.trailer.get('Root'))
  const form = reader.dict(catalog?.get('AcroForm'))
  const queue: [PdfValue, type: string | undefined][] = []
  const add = (list: PdfValue | undefined, type?: string) => {
    for (const item of reader.array(list)) queue.push([item, type])
  }
  add(form?.get('Fields'))
  const seen = new Set<number>()
  const found: SignedField[] = []
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [item, above] = next
    if (!(item instanceof PdfRef) || seen.has(item.num)) continue
    const dict = reader.dict(item)
    if (!dict) continue
    seen.add(item.num)
    if (seen.size > READER_LIMITS.formFields) throw new PdfSyntaxError('the form has too many fields', 'too_complex')
    const type = nameOf(reader.get(dict.get('FT'))) ?? above
    add(dict.get('Kids'), type)
    const ref = dict.get('V')
    const value = type === 'Sig' ? reader.dict(ref) : null
    if (value) found.push({ num: item.num, dict, value, valueNum: ref instanceof PdfRef ? ref.num : undefined })
  }
  return found
}

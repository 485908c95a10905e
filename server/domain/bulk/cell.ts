import { Phone } from '../../generated/schemas.ts'
import { decimalsOf } from '../decimal.ts'
import type { ValueType } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import { phoneOf } from '../signers/typed-contact.ts'
import { checkScalar } from '../values/scalar.ts'
import { WORDS } from '../words.ts'
import type { Separator } from './csv.ts'

/** What a cell says, or what is wrong with it: words for whoever has filled it in, after the name of its column. */
export type CellReading = { value: string | boolean } | { problem: string }

/**
 * A cell that is not empty, as spreadsheets write it (decision 0504). What can be read in two ways is refused. Texts,
 * addresses and lengths are left to the check of values.
 */
export function readCell(text: string, type: ValueType, separator: Separator): CellReading {
  switch (type.type) {
    case 'number':
    case 'money':
      return readAmount(text, type, separator)
    case 'date':
      return readDate(text, type)
    case 'boolean': {
      const value = TRUTH.get(plainOf(text))
      return value === undefined ? { problem: 'must be TRUE or FALSE, or yes or no' } : { value }
    }
    case 'phone':
      return readPhoneCell(text)
    case 'enum': {
      const { options } = type
      if (options.includes(text) || !areShort(options)) return { value: text }
      return { problem: `must be one of ${options.map((one) => `"${one}"`).join(', ')}` }
    }
    default:
      return { value: text }
  }
}

/** Characters of options that a message lists: each of a million cells may get one, and a choice may have hundreds. */
const LISTED = 200

/** Without building the list, for the same reason. */
function areShort(options: readonly string[]): boolean {
  let left = LISTED
  return options.every((option) => {
    left -= option.length
    return left >= 0
  })
}

const LINE_BREAK = /[\r\n\v\f\u0085\u2028\u2029]/g

/** What the check of values says of a text in words for callers of the API, in words for people; null: it has no such. */
export function flawOfText(text: string, isMultiline: boolean): string | null {
  const line = text.replace(LINE_BREAK, '')
  if (!isMultiline && line !== text) return 'must be on one line; take the line breaks out of the cell'
  return /\p{Cc}/u.test(line) ? 'has a tab, or something else that cannot be printed; take it out of the cell' : null
}

/** A phone number, of a value or of a recipient. */
export function readPhoneCell(text: string): CellReading {
  const phone = phoneOf(text)
  if (Phone.safeParse(phone).success) return { value: phone }
  if (/^[1-9]\d{6,14}$/.test(phone)) {
    return { problem: 'must begin with +. Excel removed the +; format the column as Text and write it again' }
  }
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    return { problem: 'was shortened by Excel; format the column as Text and write the whole number again' }
  }
  return { problem: 'must be a phone number with + and its country, such as +41791234567' }
}

const GROUPED = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/

function readAmount(text: string, type: ValueType, separator: Separator): CellReading {
  const most = decimalsOf(type)
  const mark = ambiguousMark(text, separator)
  const advice = mark && adviceOn(text, mark, type, separator)
  if (advice) return { problem: advice }
  const point = separator !== ',' && !text.includes('.') ? text.replace(',', '.') : text
  // The zero that says so of three decimals, where there can be no fourth.
  const plain = most === 3 && saysNothing(separator) ? point.replace(/(\.\d{3})0$/, '$1') : point
  if (mark === null && !('problem' in checkScalar(type, null, plain))) return { value: plain }
  if (TOO_LARGE.test(plain)) return { problem: 'must have at most 15 digits before its decimals' }
  const example = '1850.50'.slice(0, most === 0 ? 4 : 5 + Math.min(most, 2))
  const digits = most === 0 ? 'without decimals' : `with at most ${most} decimals`
  return { problem: `must be a number ${digits}, such as ${example}, without spaces, apostrophes or a currency` }
}

const TOO_LARGE = /^-?0*[1-9]\d{15,}(?:\.\d*)?$/

/** Semicolons are written where the comma is the decimal mark, commas where it is the point. */
const saysNothing = (separator: Separator) => separator !== ';' && separator !== ','

/** The mark that may separate thousands or decimals; null: there is none. */
function ambiguousMark(text: string, separator: Separator): '.' | ',' | null {
  // Where the comma separates cells, it is not the decimal mark of whoever has made the file.
  if (separator === ',') return null
  if (GROUPED.test(text)) return '.'
  return saysNothing(separator) && /^-?[1-9]\d{0,2},\d{3}$/.test(text) ? ',' : null
}

/** What to write instead: only what would be taken. Null: nothing would. */
function adviceOn(text: string, mark: '.' | ',', type: ValueType, separator: Separator): string | null {
  const isTaken = (other: string) => 'value' in readAmount(other, type, separator)
  const whole = text.replaceAll(mark, '')
  if (!isTaken(whole)) return null
  const digits = fractionOf(text.split(mark).slice(1).join(mark), decimalsOf(type), separator)
  const other = text.split(mark)[0] + (digits ? (separator === ';' ? ',' : mark) + digits : '')
  if (digits === null || !isTaken(other)) return `must be without marks between thousands, as ${whole}`
  return `must say which number "${text}" is: ${whole} or ${other}`
}

/**
 * The digits of a number that has decimals and no thousands, as they say so. Three of them get a zero more where the
 * separator says nothing of the country: nobody groups by four.
 * @param digits what stands after the mark
 * @returns null: it has thousands, since there are more digits than decimals
 */
function fractionOf(digits: string, most: number, separator: Separator): string | null {
  if (!/^\d{3}$/.test(digits)) return null
  if (most >= 3) return saysNothing(separator) ? `${digits}0` : digits
  return /^0*$/.test(digits.slice(most)) ? digits.slice(0, most) : null
}

const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/
const ISO = /^\d{4}-\d\d-\d\d$/
const NUMBERS = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/

function readDate(text: string, type: ValueType): CellReading {
  const [, day = '', month = '', year = ''] = DOTTED.exec(text) ?? []
  const value = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!('problem' in checkScalar(type, null, value))) return { value }
  if (year !== '' || ISO.test(text)) return { problem: `must be a day of the calendar; there is no ${text}` }
  const why = NUMBERS.test(text) ? `; "${text}" is not the same day in every country` : ''
  return { problem: `must be a day of the calendar, written as 2026-12-31 or 31.12.2026${why}` }
}

/** What Excel writes for true and false. */
const SPREADSHEET: Record<Locale, [yes: string, no: string]> = {
  en: ['TRUE', 'FALSE'],
  de: ['WAHR', 'FALSCH'],
  fr: ['VRAI', 'FAUX'],
  it: ['VERO', 'FALSO'],
  es: ['VERDADERO', 'FALSO'],
  pt: ['VERDADEIRO', 'FALSO'],
  nl: ['WAAR', 'ONWAAR'],
  pl: ['PRAWDA', 'FAŁSZ'],
  sv: ['SANT', 'FALSKT'],
  da: ['SAND', 'FALSK'],
  cs: ['PRAVDA', 'NEPRAVDA'],
  ar: ['TRUE', 'FALSE'],
}

/** In any case, and without accents, which are often left out: `si`. */
const plainOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const TRUTH: ReadonlyMap<string, boolean> = new Map(
  [...Object.values(SPREADSHEET), ...Object.values(WORDS).map(({ yes, no }) => [yes, no] as const)].flatMap(
    ([yes, no]) => [[plainOf(yes), true] as const, [plainOf(no), false] as const],
  ),
)

import { Phone } from '../../generated/schemas.ts'
import { decimalsOf } from '../decimal.ts'
import type { ValueType } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import { phoneOf } from '../signers/typed-contact.ts'
import { WORDS } from '../words.ts'
import { readStyled, type Style } from './style.ts'

/** What a cell says, or what is wrong with it: words for whoever has filled it in, after the name of its column. */
export type CellReading = { value: string | boolean } | { problem: string }

/**
 * A cell that is not empty, as spreadsheets write it (decision 0504). Texts, addresses and lengths are left to the check
 * of values.
 * @param style how its column is written, of a number or a date
 */
export function readCell(text: string, type: ValueType, style: Style = 'point'): CellReading {
  switch (type.type) {
    case 'number':
    case 'money':
      return readAmount(text, type, style)
    case 'date': {
      const value = readStyled(text, type, style)
      return value === null ? { problem: dateProblem(text, type, style) } : { value }
    }
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

function readAmount(text: string, type: ValueType, style: Style): CellReading {
  const value = readStyled(text, type, style)
  if (value !== null) return { value }
  const whole = text.split(style === 'comma' ? ',' : '.')[0]!.replace(/[\s.,'’]/g, '')
  if (/[1-9]\d{15}/.test(whole)) return { problem: 'must have at most 15 digits before its decimals' }
  if (LETTER_FOR_DIGIT.test(text)) return { problem: 'has a letter among its digits, such as O for 0' }
  const most = decimalsOf(type)
  const example = style === 'comma' ? '1.850,50' : '1,850.50'
  if (most === 0) return { problem: `must be a number without decimals, such as ${example.slice(0, 5)}` }
  return {
    problem: `must be a number with at most ${most} decimals, such as ${example.slice(0, 6 + Math.min(most, 2))}`,
  }
}

const LETTER_FOR_DIGIT = /^[\d\s.,'’OoIl-]*\d[\d\s.,'’]*[OoIl]|[OoIl][\d\s.,'’]*\d[\d\s.,'’]*$/

const FIGURES = /^(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/

const SHORT_YEAR = /^\d{1,2}[./\s-]+(?:\d{1,2}|\p{L}+\.?)[./\s-]+\d{2}$/u

function dateProblem(text: string, type: ValueType, style: Style): string {
  const example = style === 'month' ? '12/31/2026' : '31.12.2026'
  if (style === 'month' && readStyled(text, type, 'day') !== null)
    return 'is no day; in this column the month comes first'
  if (FIGURES.test(text)) return 'is no day that the calendar has'
  if (SHORT_YEAR.test(text))
    return `has a year of two digits, which may mean two centuries; write all four, such as ${example}`
  return `must be a day, such as 2026-12-31 or ${example}`
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

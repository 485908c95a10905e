import type { AnswerType } from '../../db/values.ts'
import { Email, Phone } from '../../generated/schemas.ts'
import { currencyDigits, decimalsOf, toDecimal } from '../decimal.ts'
import { type Locale, toLocale } from '../locales.ts'
import { WORDS } from '../words.ts'
import { readDay } from './answer-day.ts'

/** An answer as it is kept: a number as a decimal string, a day as `YYYY-MM-DD`, yes and no as a boolean. */
export type Answer = string | boolean

/**
 * What a text means as an answer of this type, in the language of its field (decision 0504). The text itself stays as
 * it was typed, and is what is sealed.
 * @returns null if it is not such an answer
 */
export function readAnswer(text: string, type: AnswerType): Answer | null {
  const locale = toLocale(type.locale)
  const plain = text.trim()
  switch (type.type) {
    case 'text':
    case 'multiline':
      return text
    case 'number':
    case 'money':
      return readNumber(plain, type, locale)
    case 'date':
      return readDay(latinDigits(plain), locale)
    case 'boolean':
      return readYesOrNo(plain, locale)
    case 'enum':
      return type.options.find((option) => option.toLowerCase() === plain.toLowerCase()) ?? null
    case 'email':
      return Email.safeParse(plain).data ?? null
    case 'phone':
      return Phone.safeParse(latinDigits(plain).replace(/[\s().-]/gu, '')).data ?? null
  }
}

/** An answer of this type as people write it, for a message. */
export function exampleOf({ type, options, currency, decimals, locale }: AnswerType): string {
  const tag = `${toLocale(locale)}-u-nu-latn`
  switch (type) {
    case 'number':
    case 'money': {
      const digits = currency === null ? (decimals ?? 2) : currencyDigits(currency)
      const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      return new Intl.NumberFormat(tag, fraction).format(1850)
    }
    case 'date':
      return new Intl.DateTimeFormat(`${tag}-ca-gregory`, { dateStyle: 'long', timeZone: 'UTC' }).format(EXAMPLE_DAY)
    case 'boolean':
      return `${WORDS[toLocale(locale)].yes}, ${WORDS[toLocale(locale)].no}`
    case 'enum':
      return options.join(', ')
    case 'email':
      return 'name@example.com'
    case 'phone':
      return '+41791234567'
    case 'text':
    case 'multiline':
      return ''
  }
}

const EXAMPLE_DAY = new Date('2026-11-22T00:00:00Z')

function readYesOrNo(text: string, locale: Locale): boolean | null {
  const { yes, no } = WORDS[locale]
  if (text.toLowerCase() === yes.toLowerCase()) return true
  return text.toLowerCase() === no.toLowerCase() ? false : null
}

/** Spaces and apostrophes between groups of digits, and marks of direction, say nothing. */
const SILENT = /[\s'\u2019\p{Cf}]/gu

function readNumber(text: string, type: AnswerType, locale: Locale): string | null {
  const { currency } = type
  let plain = latinDigits(text)
  if (currency !== null) for (const name of namesOf(currency, locale)) plain = plain.replace(name, '')
  const [, sign, digits] = /^([-\u2212]?)([\d.,]+)$/.exec(plain.replace(SILENT, '')) ?? []
  const decimal = digits === undefined ? null : asDecimal(digits, locale)
  if (decimal === null) return null
  return toDecimal(`${sign === '' ? '' : '-'}${decimal}`, decimalsOf(type))
}

/** With a point before its decimals; null where that could be either of two numbers. */
function asDecimal(digits: string, locale: Locale): string | null {
  const { decimal, group } = separatorsOf(locale)
  const other = decimal === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = digits.split(decimal)
  if (more.length > 0) return null
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole)
  if (fraction !== undefined) {
    if (!/^\d+$/.test(fraction)) return null
    return /^\d+$/.test(whole) || isGrouped ? `${whole.replaceAll(other, '')}.${fraction}` : null
  }
  if (/^\d+$/.test(whole)) return whole
  if (isGrouped) return group === other || whole.split(other).length > 2 ? whole.replaceAll(other, '') : null
  // The point of another language: what follows it is no group of digits.
  return /^\d+[.,]\d+$/.test(whole) ? whole.replace(other, '.') : null
}

const separators = new Map<Locale, { decimal: string; group: string }>()

/** Remembered, as `namesOf` is: a file has the same question a million times, and making a formatter takes long. */
export function separatorsOf(locale: Locale): { decimal: string; group: string } {
  const known = separators.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(`${locale}-u-nu-latn`, { useGrouping: 'always' }).formatToParts(12_345.6)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const found = { decimal: part('decimal'), group: part('group') }
  separators.set(locale, found)
  return found
}

const names = new Map<string, string[]>()

/** How the currency is written beside an amount, longest first. */
function namesOf(currency: string, locale: Locale): string[] {
  const known = names.get(`${currency} ${locale}`)
  if (known) return known
  const shown = (['symbol', 'narrowSymbol', 'code'] as const).flatMap(
    (currencyDisplay) =>
      new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value ?? [],
  )
  const found = [...new Set([currency, ...shown])].sort((a, b) => b.length - a.length)
  names.set(`${currency} ${locale}`, found)
  return found
}

/** Arabic and Persian digits and separators as Latin ones. */
function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')
}

import { currencyDigits, fractionDigits } from '../decimal.ts'
import type { ValueType } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import { WORDS } from '../words.ts'
import type { BoxFormat } from './box.ts'
import type { Scalar } from './scalar.ts'

/** A value as it stands on the paper. */
export type PrintValue = (value: Scalar, type: ValueType, format: BoxFormat | null) => string

/**
 * How values are printed in a language: digits are Latin and the calendar is the Gregorian one, whatever the language;
 * decimals never become floating point numbers. Formatters are kept for as long as the function is.
 */
export function valuePrinter(locale: Locale): PrintValue {
  const tag = `${locale}-u-ca-gregory-nu-latn`
  const numbers = new Map<string, Intl.NumberFormat>()
  const number = (decimal: string, digits: number, currency: string | null) => {
    const key = `${digits} ${currency}`
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const style = currency === null ? {} : { style: 'currency' as const, currency }
    const format = numbers.get(key) ?? new Intl.NumberFormat(tag, { ...fraction, ...style })
    numbers.set(key, format)
    return inOneFont(format.format(decimal as Intl.StringNumericLiteral))
  }
  const days = new Map<string, Intl.DateTimeFormat>()
  const day = (value: string, dateStyle: 'long' | 'medium') => {
    const format = days.get(dateStyle) ?? new Intl.DateTimeFormat(tag, { dateStyle, timeZone: 'UTC' })
    days.set(dateStyle, format)
    return inOneFont(format.format(new Date(`${value}T00:00:00Z`)))
  }
  return (value, { type, currency, decimals }, format) => {
    if (typeof value === 'boolean') return value ? WORDS[locale].yes : WORDS[locale].no
    switch (type) {
      case 'number':
        return format === 'plain' ? value : number(value, decimals ?? fractionDigits(value), null)
      case 'money': {
        const digits = currency === null ? fractionDigits(value) : currencyDigits(currency)
        return format === 'plain' ? value : number(value, digits, format === 'number' ? null : currency)
      }
      case 'date':
        // Medium, because a short one leaves open what is the day and what the month, and has no century.
        return format === 'iso' || format === 'plain' ? value : day(value, format === 'date_short' ? 'medium' : 'long')
      default:
        return value
    }
  }
}

/** The narrow space between groups of digits is not in Helvetica: all of the text would be set in another font. */
function inOneFont(text: string): string {
  return text.replaceAll('\u202f', '\u00a0')
}

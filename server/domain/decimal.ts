/** Digits before and after the point of any number that is kept. */
const DECIMAL = /^(-?)0*(\d{1,15})(?:\.(\d{1,6}))?$/
/** A decimal of so many digits comes back from a floating point number as it was written (IEEE 754). */
const EXACT_DIGITS = 15

/** Digits after the point of a number without a rule of its own. */
export const MAX_DECIMALS = 6

/**
 * The kept form of a number: a decimal string without leading zeros, its digits after the point as given. Nothing is
 * ever rounded: a JSON number of more than 15 digits may have been, and is refused.
 * @returns null for anything else, or for more than `decimals` digits after the point
 */
export function toDecimal(given: unknown, decimals: number): string | null {
  const text = typeof given === 'number' ? exactly(given) : given
  if (typeof text !== 'string') return null
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  const digits = fraction === '' ? whole : `${whole}.${fraction}`
  return /[1-9]/.test(digits) ? sign + digits : digits
}

/** How many digits stand after the point of a decimal string. */
export function fractionDigits(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? 0 : decimal.length - point - 1
}

/** Digits after the point of a number at most: those of its currency or its definition. */
export function decimalsOf({ type, currency, decimals }: NumberRule): number {
  return type === 'money' && currency !== null ? currencyDigits(currency) : (decimals ?? MAX_DECIMALS)
}

interface NumberRule {
  type: string
  /** ISO 4217, of money. */
  currency: string | null
  decimals: number | null
}

const digitsOf = new Map<string, number>()

/** Digits after the point of an amount (ISO 4217). Remembered: making a formatter takes longer than all else here. */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    digits = maximumFractionDigits ?? 2
    digitsOf.set(currency, digits)
  }
  return digits
}

function exactly(given: number): string | null {
  const text = String(given)
  const digits = text.replace(/^-?0*\.?0*/, '').replace('.', '')
  return digits.length <= EXACT_DIGITS ? text : null
}

import { Email, Phone } from '../../generated/schemas.ts'
import { FIELD_VALUE } from '../../limits.ts'
import { decimalsOf, toDecimal } from '../decimal.ts'
import type { ValueType } from '../fields/definition.ts'
import { isVisible, withoutDirectionMarks } from '../typed-text.ts'
import type { ValueProblem } from './problem.ts'

/** A value as it is kept: text in NFC, numbers as decimal strings, days as `YYYY-MM-DD`. */
export type Scalar = string | boolean

export type CheckedScalar = { value: Scalar | null } | { problem: Omit<ValueProblem, 'field'> }

/**
 * One value, or one cell of a table, in its kept form; a value that is kept already stays as it is. Null, and a text
 * without anything visible, is not given.
 * @param maxLength in characters, of a text
 */
export function checkScalar(type: ValueType, maxLength: number | null, given: unknown): CheckedScalar {
  if (given === undefined || given === null) return { value: null }
  switch (type.type) {
    case 'text':
    case 'multiline':
      return checkText(type.type === 'multiline', maxLength ?? FIELD_VALUE.textCharacters, given)
    case 'number':
    case 'money':
      return checkNumber(type, given)
    case 'date':
      if (typeof given === 'string' && isDay(given)) return { value: given }
      return problem('invalid_date', 'must be a day of the calendar as YYYY-MM-DD')
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : problem('wrong_type', 'must be true or false')
    case 'enum':
      if (typeof given === 'string' && type.options.includes(given)) return { value: given }
      return problem('not_an_option', 'must be one of the options of the field', { options: type.options })
    case 'email': {
      const email = Email.safeParse(given)
      return email.success ? { value: email.data } : problem('invalid_email', 'must be an email address')
    }
    case 'phone': {
      const phone = Phone.safeParse(given)
      return phone.success
        ? { value: phone.data }
        : problem('invalid_phone', 'must be in E.164 form, with + and the country code, e.g. +41791234567')
    }
  }
}

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** What no text may hold: control characters, and halves of characters. */
const CONTROL = /[\p{Cc}\p{Cs}]/u

function checkText(multiline: boolean, maxLength: number, given: unknown): CheckedScalar {
  if (typeof given !== 'string') return problem('wrong_type', 'must be a string')
  const text = withoutDirectionMarks(given).normalize('NFC').replace(LINE_BREAKS, '\n').trimEnd()
  if (!isVisible(text)) return { value: null }
  if (CONTROL.test(multiline ? text.replaceAll('\n', '') : text)) {
    const lines = multiline ? '' : '; only a multiline field takes line breaks'
    return problem('control_characters', `must not have control characters${lines}`)
  }
  const { length } = [...text]
  if (length <= maxLength) return { value: text }
  return problem('too_long', `has ${length} characters; at most ${maxLength} are allowed`, { max_length: maxLength })
}

function checkNumber(type: ValueType, given: unknown): CheckedScalar {
  const most = decimalsOf(type)
  const value = toDecimal(given, most)
  if (value !== null) return { value }
  const digits = most === 0 ? 'without decimals' : `with at most ${most} decimals`
  const message = `must be a number of at most 15 digits before the point, ${digits}, such as "${EXAMPLES[most]}"`
  return problem('invalid_number', message, { decimals: most })
}

const EXAMPLES = ['1200', '1200.5', '1200.50', '1200.505', '1200.5050', '1200.50505', '1200.505050']

const DAY = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function problem(code: ValueProblem['code'], message: string, meta?: Record<string, unknown>): CheckedScalar {
  return { problem: { code, message, ...(meta && { meta }) } }
}

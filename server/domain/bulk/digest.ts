import { digestOf } from '../../digest.ts'
import type { ValueType } from '../fields/definition.ts'
import { emailOf, phoneOf } from '../signers/typed-contact.ts'
import { checkScalar } from '../values/scalar.ts'
import type { CsvHeading } from './columns.ts'
import type { GivenRow } from './row.ts'

/**
 * SHA-256 of what a row says to whom, whatever the order of the columns and however a spreadsheet writes it: `1850.50`
 * and `1850.5` are equal. It tells equal rows when what they said is deleted. Not the same for another template, so that
 * it says nothing of a person across them.
 */
export function rowDigests(templateId: string, { columns }: CsvHeading): (row: GivenRow) => string {
  const types = new Map<string, ValueType>()
  for (const { target } of columns.filter((column) => column !== null)) {
    if (target.kind === 'value') types.set(target.key, target.type)
    if (target.kind === 'cell') types.set(`${target.key}.${target.column}`, target.type)
  }
  const keptIn = (row: object, prefix: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]: [string, unknown]) => {
        if (Array.isArray(value)) return [key, value.map((cells) => keptIn(cells, `${key}.`))]
        return [key, keptForm(types.get(prefix + key), value)]
      }),
    )
  return ({ recipients, values, title }) => {
    const people = recipients
      .map(({ email, phone_e164: phone, ...rest }) => ({
        ...rest,
        ...(email !== undefined && { email: emailOf(email).toLowerCase() }),
        ...(phone !== undefined && { phone_e164: phoneOf(phone) }),
      }))
      .filter((person) => Object.keys(person).length > 1)
    return digestOf({ templateId, people, values: keptIn(values, ''), title })
  }
}

/** As the value would be kept; what cannot be read stays as it is. */
function keptForm(type: ValueType | undefined, value: unknown): unknown {
  if (type === undefined) return value
  const checked = checkScalar(type, null, value)
  if ('problem' in checked) return value
  const isNumber = type.type === 'number' || type.type === 'money'
  return isNumber && typeof checked.value === 'string' ? withoutZeros(checked.value) : checked.value
}

const withoutZeros = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

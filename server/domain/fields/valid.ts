import { invalid } from '../invalid.ts'
import type { FieldDefinition, ValueType } from './definition.ts'

/**
 * Refuses a definition whose parts contradict each other; types and lengths were checked before.
 * @param at where it is, such as `fields[0].`, for `meta.path`
 * @throws DomainError `invalid_request`
 */
export function assertConsistent(definition: FieldDefinition, at: string): void {
  if (definition.kind === 'scalar') {
    assertValueType(definition, at)
    return
  }
  if (definition.columns.length === 0) throw refused(`${at}columns`, 'a table needs a column')
  definition.columns.forEach((column, index) => {
    const place = `${at}columns[${index}].`
    if (definition.columns.findIndex((other) => other.key === column.key) !== index) {
      throw refused(`${place}key`, `"${column.key}" is given twice`)
    }
    assertValueType(column, place)
  })
}

function assertValueType({ type, options, currency }: ValueType, at: string): void {
  if (type === 'enum' && options.length === 0) throw refused(`${at}options`, 'a choice needs what can be chosen')
  if (type !== 'enum' && options.length > 0) throw refused(`${at}options`, 'only a choice has options')
  if (new Set(options).size !== options.length) throw refused(`${at}options`, 'an option is given twice')
  if (type === 'money' && currency === null) throw refused(`${at}currency`, 'an amount of money needs its currency')
  if (type !== 'money' && currency !== null) throw refused(`${at}currency`, 'only an amount of money has a currency')
}

const refused = (path: string, why: string) => invalid(path, `${path}: ${why}`)

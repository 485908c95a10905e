import { upTo } from '../../../characters.ts'
import { currencyDigits } from '../../decimal.ts'
import type { ValueType } from '../../fields/definition.ts'

import { type Asked, labelIn } from '../../values/box.ts'
import { registryExample } from '../../values/example.ts'
import { inputsOf, type TemplateInput } from '../../values/inputs.ts'

/** `example`: as the registry gives them, else typical ones. `long`: as much as the fields allow, in several scripts. */
export type ExampleKind = 'example' | 'long'

const ROWS: Record<ExampleKind, number> = { example: 3, long: 60 }

/** Names as signers have them; none is short, and no two share a script. */
const NAMES = [
  'Παναγιώτα Παπακωνσταντίνου-Οικονομοπούλου',
  'عبد الرحمن بن محمد الأنصاري القحطاني',
  '長谷川 咲良子・五十嵐 真由美',
  'Maximiliane Freifrau von Hohenstein-Waldburg',
]

/** Of a cell at most, so that 60 rows of several columns are drawn in seconds. */
const CELL_CHARACTERS = 300

/** Long values of numbers that somebody could still mean. */
const LONG_WHOLE = '999999999'

interface Place {
  /** What a text says where there is nothing better. */
  label: string
  /** Characters; null: no limit of its own. */
  maxLength: number | null
  /** Which of the names comes first. */
  turn: number
}

/**
 * `field_values` for everything that the sender gives; what signers enter is left to them.
 * @param today `YYYY-MM-DD`, for days
 */
export function exampleValues(asked: Asked, kind: ExampleKind, today: string): Record<string, unknown> {
  const inputs = inputsOf(asked).filter(({ slot }) => slot === null)
  return Object.fromEntries(
    inputs.map((input, turn) => [input.definition.key, exampleOf(input, asked, { kind, today, turn })]),
  )
}

interface Wanted {
  kind: ExampleKind
  today: string
  turn: number
}

function exampleOf(input: TemplateInput, { model }: Asked, { kind, today, turn }: Wanted): unknown {
  const { definition, columns, maxRows, maxLength } = input
  if (definition.kind === 'scalar') {
    const label = labelIn(input.labels, model.locale) ?? wordsOf(definition.key)
    const place = { label, maxLength, turn }
    if (kind === 'long') return longOf(definition, place, today)
    return registryExample(definition, maxLength) ?? typicalOf(definition, place, today)
  }
  return Array.from({ length: Math.min(ROWS[kind], maxRows ?? ROWS[kind]) }, (_, row) =>
    Object.fromEntries(
      columns.map((column, index) => {
        const name = labelIn(column.labels, model.locale) ?? wordsOf(column.key)
        const place = { label: `${name} ${row + 1}`, maxLength: cellLength(column), turn: row + index }
        return [column.key, kind === 'long' ? longOf(column, place, today) : typicalOf(column, place, today)]
      }),
    ),
  )
}

function cellLength({ max_length: own }: ValueType): number | null {
  return own === null ? null : Math.min(own, CELL_CHARACTERS)
}

function typicalOf(type: ValueType, { label, maxLength }: Place, today: string): string | boolean {
  switch (type.type) {
    case 'text':
      return cut(label, maxLength)
    case 'multiline':
      return cut(`${label},\nsecond line`, maxLength)
    case 'number':
      return decimal('42', type.decimals ?? 0)
    case 'money':
      return decimal('1250', type.currency === null ? 2 : currencyDigits(type.currency))
    default:
      return otherwise(type, today)
  }
}

function longOf(type: ValueType, { maxLength, turn }: Place, today: string): string | boolean {
  switch (type.type) {
    case 'text':
      return names(turn, maxLength, ', ')
    case 'multiline':
      return names(turn, maxLength, '\n')
    case 'number':
      return decimal(LONG_WHOLE, type.decimals ?? 2)
    case 'money':
      return decimal(LONG_WHOLE, type.currency === null ? 2 : currencyDigits(type.currency))
    case 'enum':
      return type.options.reduce((longest, option) => (option.length > longest.length ? option : longest), '')
    case 'email':
      return `maximiliane.von.hohenstein-waldburg@${'department.'.repeat(3)}example.com`
    // The month with the longest name in most languages.
    case 'date':
      return `${today.slice(0, 4)}-09-30`
    default:
      return otherwise(type, today)
  }
}

/** What has one form only. */
function otherwise({ type, options }: ValueType, today: string): string | boolean {
  switch (type) {
    case 'boolean':
      return true
    case 'enum':
      return options[0] ?? ''
    case 'date':
      return today
    case 'email':
      return 'ada@example.com'
    case 'phone':
      return '+41791234567'
    default:
      throw new Error(`a value of type ${type} has no single form`)
  }
}

/** The names one after another, up to the limit; without one, each name once. */
function names(turn: number, maxLength: number | null, between: string): string {
  const once = NAMES.map((_, index) => NAMES[(turn + index) % NAMES.length]!).join(between)
  if (maxLength === null) return once
  const times = Math.ceil(maxLength / [...once].length)
  return cut(Array.from({ length: times }, () => once).join(between), maxLength)
}

function cut(text: string, maxLength: number | null): string {
  return maxLength === null ? text : upTo(maxLength, text)
}

function decimal(whole: string, digits: number): string {
  return digits === 0 ? whole : `${whole}.${'9'.repeat(digits)}`
}

/** `monthly_rent`: `Monthly rent`. */
function wordsOf(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

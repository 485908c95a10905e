import type { ValueType } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import { readAnswer, separatorsOf } from '../signing/answer.ts'
import { readDay } from '../signing/answer-day.ts'

/** How a column writes what differs between countries: the mark of decimals, or what a date begins with. */
export type Style = 'point' | 'comma' | 'day' | 'month'

/** The two ways of a type; null: it has none. */
export function stylesOf({ type }: Pick<ValueType, 'type'>): readonly [Style, Style] | null {
  if (type === 'number' || type === 'money') return ['point', 'comma']
  return type === 'date' ? ['day', 'month'] : null
}

/** The way of a language, where a file does not say. */
export function styleOfLocale({ type }: Pick<ValueType, 'type'>, locale: Locale): Style {
  if (type === 'date') return locale === 'en' ? 'month' : 'day'
  return separatorsOf(locale).decimal === ',' ? 'comma' : 'point'
}

/** A cell as it is kept, read in one way; null: it cannot be. */
export function readStyled(text: string, type: ValueType, style: Style): string | null {
  if (style === 'day' || style === 'month') return readDay(text, 'en', style)
  const { options, currency, decimals } = type
  const locale = style === 'comma' ? 'de' : 'en'
  return readAnswer(text, { type: type.type, options, currency, decimals, locale }) as string | null
}

/** What all cells of a column say of how it is written. */
export interface ColumnStyle {
  style: Style
  /** A cell that says two things, where both ways fit as many cells: a person has to know. Null: it is decided. */
  openCell: string | null
}

/**
 * Decides by all of its cells how a column is written; null: there is nothing to decide for its type.
 * @param locale whose way is taken where the cells leave it open
 * @param remembered the way that was chosen the last time, which is taken before that
 */
export function decideStyle(
  type: ValueType,
  cells: readonly string[],
  locale: Locale,
  remembered?: Style,
): ColumnStyle | null {
  const ways = stylesOf(type)
  if (ways === null) return null
  const fits = [0, 0]
  let openCell: string | null = null
  for (const cell of cells) {
    const [one, other] = ways.map((way) => readStyled(cell, type, way))
    if (one !== null) fits[0]!++
    if (other !== null) fits[1]!++
    if (one !== null && other !== null && one !== other) openCell ??= cell
  }
  if (fits[0] === fits[1]) return { style: remembered ?? styleOfLocale(type, locale), openCell }
  return { style: ways[fits[0]! > fits[1]! ? 0 : 1], openCell: null }
}

import { upTo } from '../../characters.ts'

const SEARCH_CHARACTERS = 200

/** What was typed into a search field, as the address has it. No stored text has control characters. */
export const searchTextOf = (typed = ''): string => upTo(SEARCH_CHARACTERS, typed.replace(/\p{Cc}+/gu, ' ').trim())

/** What was typed into one line, as the contract takes names and titles: without control characters and line breaks. */
export const lineOf = (typed: string): string => typed.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** What was typed into several lines, as the contract takes messages. A browser sends their breaks as CRLF. */
export const linesOf = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .trim()

/**
 * A number with a point and no marks between its groups, as people write it: `1'850,50`, `1.850,50`. What could be one of
 * two numbers, as `1,850`, stays as it was typed, and is refused.
 */
export function amountOf(text: string): string {
  const plain = text.replace(/[\s'\u2019]/gu, '')
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(plain)) return plain.replaceAll(',', '')
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  return /^-?\d+,(?!\d{3}$)\d+$/.test(plain) ? plain.replace(',', '.') : plain
}

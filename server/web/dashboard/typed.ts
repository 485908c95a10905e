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

import { upTo } from '../../characters.ts'

const SEARCH_CHARACTERS = 200

/** What was typed into a search field, as the address has it. No stored text has control characters. */
export const searchTextOf = (typed = ''): string => upTo(SEARCH_CHARACTERS, typed.replace(/\p{Cc}+/gu, ' ').trim())

const SEARCH_CHARACTERS = 200

/** What was typed into a search field, as the address has it. No stored text has control characters. */
export const searchTextOf = (typed = ''): string => upTo(SEARCH_CHARACTERS, typed.replace(/\p{Cc}+/gu, ' ').trim())

/** The beginning of a text; no character is cut in half, which the database would refuse. */
export const upTo = (most: number, text: string): string => [...text].slice(0, most).join('')

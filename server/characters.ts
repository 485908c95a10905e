/**
 * The beginning of a text, in characters as people count them for a limit: code points. No pair of surrogates is cut in
 * half, which the database would refuse.
 */
export const upTo = (most: number, text: string): string => [...text].slice(0, most).join('')

import leven from 'leven'

/**
 * The known word that was probably meant: the same but for case and separators, with one more ending (`phone` for
 * `phone_e164`), or about a third of its letters away at most. Null when none is close, or the word is too long to be
 * compared.
 */
export function closestTo(word: string, known: readonly string[]): string | null {
  if (word.length > LENGTH_MAX) return null
  const plain = plainly(word)
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(plain, plainly(candidate)) }))
    .filter(({ candidate, distance }) => candidate !== word && distance !== null)
    .sort((a, b) => a.distance! - b.distance!)
  return ranked[0]?.candidate ?? null
}

/** `; did you mean "signers"?`, to be put after what is wrong; empty when no known word is close. */
export function didYouMean(word: unknown, known: readonly string[]): string {
  const close = typeof word === 'string' ? closestTo(word, known) : null
  return close === null ? '' : `; did you mean ${JSON.stringify(close)}?`
}

/** As many words of one call are compared with the known ones. */
const SUGGESTED_MAX = 10

/** As `didYouMean` for the first words that are asked for, and empty for the rest: a call may have any number of them. */
export function firstSuggestions(known: readonly string[]): (word: unknown) => string {
  let left = SUGGESTED_MAX
  return (word) => (left-- > 0 ? didYouMean(word, known) : '')
}

/**
 * `; the call has "signer": did you mean "signers"?`, to be put after a required `key` is said to be missing; empty when
 * none of the `unknown` keys that were sent is close to it.
 * @param holder what has the unknown keys
 */
export function sentInstead(key: string, unknown: readonly string[], holder = 'the call'): string {
  const close = closestTo(key, unknown)
  return close === null ? '' : `; ${holder} has ${JSON.stringify(close)}: did you mean ${JSON.stringify(key)}?`
}

/** No key or value of the API is longer. */
const LENGTH_MAX = 64
/** Shorter words are the beginning of too many others. */
const BEGINNING_MIN = 4

/** Null for words that have nothing to do with each other. */
function distance(word: string, candidate: string): number | null {
  const edits = leven(word, candidate)
  const shorter = Math.min(word.length, candidate.length)
  if (edits <= Math.floor((shorter + 1) / 3)) return edits
  const [begins, whole] = word.length < candidate.length ? [word, candidate] : [candidate, word]
  // After every word that is close by its letters.
  return begins.length >= BEGINNING_MIN && whole.startsWith(begins) ? LENGTH_MAX + edits : null
}

function plainly(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Marks that turn the direction of what stands around them: with one a name reads as another (UAX 9, 2). */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g
/** Characters that leave no mark on the page: spaces, fillers, joiners, the blank Braille pattern. */
const NOTHING_TO_SEE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/**
 * What a signer typed, as it is kept and counts, on the server and in the browser. Empty where nobody could see it: a
 * name made of zero-width spaces is no signature.
 */
export function written(typed: string): string {
  const text = typed.replace(DIRECTION_MARKS, '').trim()
  return NOTHING_TO_SEE.test(text) ? '' : text
}

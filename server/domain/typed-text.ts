/** Marks that change the direction of the text around them: they make one name read as another (UAX 9, 2). */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g
/** Invisible characters: spaces, fillers, joiners, the blank Braille pattern. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/**
 * The stored form of what a signer typed, on the server and in the browser. Empty if nothing is visible: a name made of
 * zero-width spaces is not a signature.
 */
export function cleanTypedText(typed: string): string {
  const text = withoutDirectionMarks(typed).trim()
  return isVisible(text) ? text : ''
}

export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, '')
}

/** Whether a text holds anything that a reader sees. */
export function isVisible(text: string): boolean {
  return !INVISIBLE.test(text)
}

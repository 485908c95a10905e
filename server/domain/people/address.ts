/** Longer ones cannot be delivered (RFC 5321, 4.5.3.1.3). */
const MAX_CHARACTERS = 254

/** Whether this can be the email address of a person, on a local network too (`ada@localhost`). */
export function isAddress(text: string): boolean {
  return text.length <= MAX_CHARACTERS && /^[^\s@<>"',;\p{Cc}]+@[^\s@<>"',;\p{Cc}]+$/u.test(text)
}

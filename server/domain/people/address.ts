import { domainToASCII, domainToUnicode } from 'node:url'

/** Longer ones cannot be delivered (RFC 5321, 4.5.3.1.3). */
const MAX_CHARACTERS = 254

const ASCII = /^\p{ASCII}*$/u

/**
 * İ and the Kelvin sign, whose small letters are an i and a k to the database, ı, which is that of I to one in Turkish,
 * and ẞ, of which mail makes ss or ß.
 */
const AMBIGUOUS = /[\u0130\u0131\u1E9E\u212A]/

/**
 * Whether this can be the email address of a person, on a local network too (`ada@localhost`). One that the database
 * takes for somebody's address, but whose mail goes elsewhere, is none: whoever reads that mail would sign in as them.
 */
export function isAddress(text: string): boolean {
  const isWellFormed = text.length <= MAX_CHARACTERS && /^[^\s@<>"',;\p{Cc}]+@[^\s@<>"',;\p{Cc}]+$/u.test(text)
  return isWellFormed && !AMBIGUOUS.test(text) && isPlainDomain(text.slice(text.indexOf('@') + 1))
}

/** Whether a domain means itself: another way to write one (UTS 46), such as full-width letters, would be mailed to that. */
function isPlainDomain(domain: string): boolean {
  return ASCII.test(domain) || domainToUnicode(domainToASCII(domain)) === domain.toLowerCase()
}

import { domainToASCII } from 'node:url'

/** Marks that nobody sees, as a text copied from a contact or a web page brings them. */
const UNSEEN = /\p{Cf}/gu

/**
 * A phone number as people write it, without what only divides it, and without the zero in brackets that is dialled
 * within the country: `+49 (0)171 123-45-67` is `+491711234567`. What is no number is left for its check to refuse.
 */
export function phoneOf(typed: string): string {
  const undivided = typed.replace(UNSEEN, '').replace(/[\s./\p{Pd}]/gu, '')
  return undivided.replace(/^(\(?\+\d{1,3}\)?)\(0\)/, '$1').replace(/[()[\]]/g, '')
}

/**
 * A name and an address in one, as mail programs and spreadsheets copy them: `Ada Lovelace <ada@example.com>`, or two
 * columns in either order. Without an address, all of it is the name.
 */
export function contactOf(typed: string): { name: string; email: string } {
  const text = typed.replace(UNSEEN, '').trim()
  const email = /[^\s<>"',;:()[\]]+@[^\s<>"',;:()[\]]+/u.exec(text)?.[0] ?? ''
  const rest = text.replace(email, ' ').replace(/mailto:|[<>"\t;]/g, ' ')
  const name = rest.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '')
  return { name, email: emailOf(email) }
}

/** ASCII that no domain has. The standard's function reads an address of the web, and drops what follows some of it. */
const NO_DOMAIN = /(?![A-Za-z\d.-])\p{ASCII}/u

/**
 * An email address as people type it, its domain as mail is sent to it: `ada@bücher.de` is `ada@xn--bcher-kva.de`. A
 * browser does the same with a field for an address. What is no address is left for its check to refuse.
 */
export function emailOf(typed: string): string {
  const text = typed.replace(UNSEEN, '').trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  if (at < 0 || /^\p{ASCII}*$/u.test(domain) || NO_DOMAIN.test(domain)) return text
  return `${text.slice(0, at)}@${domainToASCII(domain) || domain}`
}

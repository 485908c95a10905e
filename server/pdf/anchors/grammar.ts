import type { Marker } from '../types.ts'

export const MARKER_START = '[[ls:'
export const MARKER_END = ']]'

/** Misspelt starts of a marker: in another case, with blanks. Never placed, always reported. */
const LOOKS_LIKE_START = /\[\[\s{0,8}ls\s{0,8}:/gi

/** Positions of texts that look like a marker's start but are not exactly one. */
export function lookalikes(text: string): number[] {
  return markerStarts(text).filter((start) => !text.startsWith(MARKER_START, start))
}

/** Positions of texts that start a marker, or look like it. */
export function markerStarts(text: string): number[] {
  return [...text.matchAll(LOOKS_LIKE_START)].map(({ index }) => index)
}

const KINDS: readonly string[] = ['signature', 'initial', 'date', 'name', 'text'] satisfies Marker['kind'][]
/** Letters and digits of any script (with the marks some scripts write their vowels with), space and `_ . -`. */
const ROLE = /^[\p{L}\p{M}\p{N} _.-]{1,64}$/u
const FIELD_KEY = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const KEYED: readonly string[] = ['text', 'name']

/** The text between `[[ls:` and `]]` (contract 2.4): `KIND:ROLE`, for text and name also `KIND:ROLE:FIELD_KEY`. */
export function parseMarker(body: string): Pick<Marker, 'kind' | 'role' | 'fieldKey'> | null {
  const [kind = '', rawRole = '', fieldKey = null, ...rest] = body.split(':')
  const role = rawRole.trim()
  if (!isKind(kind) || !ROLE.test(role) || rest.length > 0) return null
  if (fieldKey !== null && !(KEYED.includes(kind) && FIELD_KEY.test(fieldKey))) return null
  return { kind, role, fieldKey }
}

const isKind = (kind: string): kind is Marker['kind'] => KINDS.includes(kind)

/** All markers in a string of text, for strings that are not painted (alternative texts). */
export function removeMarkers(text: string): string {
  return text.replace(/\[\[ls:([^[\]]{1,160})\]\]/g, (whole, body: string) =>
    parseMarker(body.normalize('NFKC')) ? '' : whole,
  )
}

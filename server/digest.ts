import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical.ts'

/** Tells values apart, whatever the order of their keys: a form sends it back, to be compared with what is stored by then. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url')
}

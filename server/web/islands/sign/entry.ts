import { written } from '../../../domain/written.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import type { Field } from './fields.ts'

/** What was typed or pasted, as the server takes it: a tab or a line break becomes a space. */
export function cleanText(typed: string): string {
  return written(typed.replace(/\p{Cc}+/gu, ' '))
}

/** Characters the field takes; the sender may have asked for fewer than we take. */
export function limitOf({ kind, maxLength }: Pick<Field, 'kind' | 'maxLength'>): number {
  return maxLength ?? (kind === 'name' ? FIELD_VALUE.nameCharacters : FIELD_VALUE.textCharacters)
}

/** Counted as the server counts: an emoji is one, so the browser's own `maxlength` would cut too early. */
export function isTooLong(text: string, limit: number): boolean {
  return [...text].length > limit
}

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

/** What the panel lets type into: one line, or several where the field's box takes several. */
export type Entry = HTMLInputElement | HTMLTextAreaElement

/** Stands in the input's place where several lines fit. */
export function linesLike(input: HTMLInputElement): HTMLTextAreaElement {
  const lines = document.createElement('textarea')
  for (const { name, value } of input.attributes) if (name !== 'type') lines.setAttribute(name, value)
  lines.rows = 3
  // Breaks become spaces anyhow, so the key means here what it means in a single line.
  lines.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    lines.form?.requestSubmit()
  })
  return lines
}

import { cleanTypedText } from '../../../domain/typed-text.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import type { Field } from './fields.ts'

/** Typed or pasted text as the server accepts it: a tab or a line break becomes a space. */
export function cleanText(typed: string): string {
  return cleanTypedText(typed.replace(/\p{Cc}+/gu, ' '))
}

/** The field's maximum length in characters: ours, or the sender's lower one. */
export function limitOf({ kind, maxLength }: Pick<Field, 'kind' | 'maxLength'>): number {
  return maxLength ?? (kind === 'name' ? FIELD_VALUE.nameCharacters : FIELD_VALUE.textCharacters)
}

/** Counted as the server counts: an emoji is one character, so the browser's own `maxlength` would cut too early. */
export function isTooLong(text: string, limit: number): boolean {
  return [...text].length > limit
}

/** The panel's text input: one line, or several where the field's box has room for several. */
export type Entry = HTMLInputElement | HTMLTextAreaElement

/** Replaces the input where several lines fit. */
export function textareaLike(input: HTMLInputElement): HTMLTextAreaElement {
  const lines = document.createElement('textarea')
  for (const { name, value } of input.attributes) if (name !== 'type') lines.setAttribute(name, value)
  lines.rows = 3
  // Line breaks become spaces anyway, so Enter does what it does in a single-line input.
  lines.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    lines.form?.requestSubmit()
  })
  return lines
}

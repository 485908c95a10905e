import { cleanTypedText } from '../../../domain/typed-text.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import type { Field } from './fields.ts'

/** Typed or pasted text as the server accepts it: a tab or a line break becomes a space. */
export function cleanText(typed: string): string {
  return cleanTypedText(typed.replace(/\p{Cc}+/gu, ' '))
}

/** The field's maximum length in characters: ours, or the sender's lower one. */
export function limitOf({ kind, boxes, maxLength }: Pick<Field, 'kind' | 'boxes' | 'maxLength'>): number {
  const limits = [maxLength, ...boxes.map((box) => box.maxLength)].filter((limit) => limit !== null)
  return limits.length > 0
    ? Math.min(...limits)
    : kind === 'name'
      ? FIELD_VALUE.nameCharacters
      : FIELD_VALUE.textCharacters
}

/** Counted as the server counts: an emoji is one character, so the browser's own `maxlength` would cut too early. */
export function isTooLong(text: string, limit: number): boolean {
  return [...text].length > limit
}

/** The panel's text input: one line, several where the field's box has room for several, or a list of options. */
export type Entry = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Replaces the input where one of several options is chosen. */
export function selectLike(input: HTMLInputElement): HTMLSelectElement {
  const select = document.createElement('select')
  for (const { name, value } of input.attributes) if (name !== 'type') select.setAttribute(name, value)
  return select
}

/** With what was entered before, whether it is one of them or not. */
export function offer(select: HTMLSelectElement, options: readonly string[], entered: string): void {
  const all = new Set(['', ...options, entered])
  select.replaceChildren(...[...all].map((option) => new Option(option, option)))
}

/** The keyboard of a phone that suits the field. */
export function keyboardFor({ answer }: Pick<Field, 'answer'>): string {
  if (answer?.type === 'number' || answer?.type === 'money') return 'decimal'
  if (answer?.type === 'email') return 'email'
  return answer?.type === 'phone' ? 'tel' : 'text'
}

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

import { h } from './elements.ts'

/** An input of the form at the right, with its label. */
export function labelled(name: string, label: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement {
  input.id = `p-${name}`
  input.name = name
  return h('div', { class: 'field' }, h('label', { for: input.id }, label), input)
}

export const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
  labelled(name, label, h('select', {}, ...options.map(([value, text]) => h('option', { value }, text))))

export const number = (name: string, label: string, min = 0, max = 10_000) =>
  labelled(name, label, h('input', { type: 'number', step: 'any', min: String(min), max: String(max) }))

export const press = (what: string, text: string, tone = '', name: string | null = null) =>
  h(
    'button',
    { type: 'button', class: `btn small ${tone}`, id: `p-${what}`, 'data-act': what, 'aria-label': name },
    text,
  )

import { fill } from '../../../domain/fill.ts'
import { isTall } from '../document/fit.ts'
import { texts } from './data.ts'
import { type Entry, keyboardFor, offer, selectLike, textareaLike } from './entry.ts'
import { type Field, isDone, isTicked, SHOWN, showValue } from './fields.ts'

/** What the panel is told of a control in the text. */
export interface Entering {
  /** The control is entered. @returns whether it may be: what was typed elsewhere may have to be put right first */
  attend(field: Field): boolean
  /** Something was typed into it. */
  typed(): void
  /** The control was left with another text. */
  left(): void
  tick(field: Field, checked: boolean): void
  /** Changes the view, with which the controls come or go. */
  change(view: () => void): void
}

/** The error of the panel, which speaks of the field that is being filled in. */
const ERROR_ID = 'step-error'

/**
 * The field as a form control of its own, with its label, to stand in the text (decision 0045). Null: its button does it,
 * as for a signature, whose drawing needs a dialog.
 */
export function createControl(field: Field, entering: Entering): HTMLElement | null {
  if (field.kind === 'checkbox') return tickOf(field, entering)
  return field.kind === 'text' || field.kind === 'name' ? entryOf(field, entering) : null
}

function entryOf(field: Field, entering: Entering): HTMLElement {
  const input = inputOf(field)
  const hint = document.createElement('span')
  hint.className = 'hint'
  hint.textContent = field.maxLength === null ? '' : fill(texts.errors.tooLong, { max: field.maxLength })
  input.addEventListener('focus', () => entering.attend(field))
  input.addEventListener('input', () => entering.typed())
  input.addEventListener('change', () => entering.left())
  const label = document.createElement('label')
  const show = () => {
    label.classList.toggle('todo', field.required && !isDone(field))
    // What is being typed stays as it is.
    if (document.activeElement === input) return
    const entered = field.value?.type === 'text' ? field.value.text : ''
    if (input instanceof HTMLSelectElement) offer(input, field.answer?.options ?? [], entered)
    input.value = entered
  }
  field.button.addEventListener(SHOWN, show)
  field.control = input
  label.className = 'entry'
  show()
  label.append(caption(field), input, hint)
  return label
}

function inputOf(field: Field): Entry {
  const line = document.createElement('input')
  line.type = 'text'
  line.dir = 'auto'
  line.autocomplete = field.kind === 'name' ? 'name' : 'off'
  line.enterKeyHint = 'next'
  // Enter does what the panel's button does.
  line.setAttribute('form', 'panel')
  line.setAttribute('aria-describedby', ERROR_ID)
  line.setAttribute('aria-required', String(field.required))
  if (field.answer?.type === 'enum') return selectLike(line)
  const input = isTall(field) ? textareaLike(line) : line
  input.inputMode = keyboardFor(field)
  return input
}

function tickOf(field: Field, entering: Entering): HTMLElement {
  const input = document.createElement('input')
  // One of several is a radio button, but that could never be emptied again.
  input.type = field.choice && field.required ? 'radio' : 'checkbox'
  if (field.choice) input.name = `choice-${field.choice.key}`
  input.setAttribute('aria-describedby', ERROR_ID)
  input.setAttribute('aria-required', String(field.required))
  input.addEventListener('change', () => {
    const { checked } = input
    if (entering.attend(field)) entering.tick(field, checked)
    // The browser has changed it already.
    else for (const one of field.options.length > 0 ? field.options : [field]) showValue(one)
  })
  const show = () => {
    input.checked = isTicked(field)
  }
  field.button.addEventListener(SHOWN, show)
  field.control = input
  show()
  const label = document.createElement('label')
  label.className = 'entry tick'
  label.append(input, caption(field))
  return label
}

function caption({ name, required }: Field): HTMLElement {
  const span = document.createElement('span')
  const label = required ? texts.fieldTodo : texts.fieldTodoOptional
  span.textContent = fill(label, { label: name, required: texts.required })
  return span
}

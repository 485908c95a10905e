import { fill } from '../../../domain/fill.ts'
import { isBlankRow, type RowProblem } from '../../../domain/signing/rows.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { localDate } from '../../../domain/time-zone.ts'
import { plural } from '../../locales/format.ts'
import type { ClientField } from '../../signing/client-data.ts'
import { fitText } from '../document/fit.ts'
import { drawMark } from '../document/marks.ts'
import { zoomTo } from '../document/zoom.ts'
import { all, byId, placeBox, prefersReducedMotion } from '../dom.ts'
import { data, rowTexts, texts, timeZone } from './data.ts'

/** A field on the page: its properties, its value, and the button that shows both. */
export interface Field extends ClientField {
  button: HTMLButtonElement
  /** What the field is filled in with while the document is shown as text; null: the button, or the step panel. */
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null
  /** The boxes of all options of the same enum, this one too; none for any other field. */
  options: Field[]
  /** The boxes of the same table or of the same key of a template, this one too; none for any other field. */
  boxes: Field[]
  /** What the server says of the rows of a table. */
  problems: RowProblem[]
  /** A text that the server has refused, and why; null: none. */
  refused: { text: string; message: string } | null
  /** About how many characters its box takes, once there is little room left; null: no need to know. */
  fits: number | null
}

/** Dispatched at the button of a field when its value is shown. */
export const SHOWN = 'shown'
/** Dispatched at the button of a table when the server has said what is wrong with its rows. */
export const CHECKED = 'checked'

/** Draws all fields of this signer over their pages, in reading order. `onPress` receives the field that was pressed. */
export function drawFields(onPress: (field: Field) => void): Field[] {
  for (const other of all('.other')) {
    const number = (key: string) => Number(other.dataset[key])
    placeBox(other, { x: number('x'), y: number('y'), w: number('w'), h: number('h') })
  }
  const layers = new Map(all('.sheet').map((sheet) => [Number(sheet.dataset.page), sheet]))
  const fields = data.fields.map((facts) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = `field ${facts.kind}`
    const value = facts.kind === 'date' ? dateOfSigning() : facts.value
    const field: Field = {
      ...facts,
      value,
      button,
      control: null,
      options: [],
      boxes: [],
      problems: [],
      refused: null,
      fits: null,
    }
    placeBox(button, facts)
    const sheet = layers.get(facts.page)!
    sheet.querySelector('.fields')!.append(button)
    button.addEventListener('click', () => onPress(field))
    return field
  })
  for (const field of fields) {
    if (field.choice) field.options = fields.filter(({ choice }) => choice?.key === field.choice?.key)
    if (field.table) field.boxes = fields.filter(({ table }) => table?.key === field.table?.key)
    if (field.answer) field.boxes = fields.filter(({ answer }) => answer?.key === field.answer?.key)
    // One entry fills them all in.
    field.required ||= field.boxes.some(({ required }) => required)
    showValue(field)
  }
  return fields
}

/** As it will be printed; the server, which wrote it in UTC, does not know the zone yet. */
function dateOfSigning(): FieldValue {
  const moment = { at: new Date(data.now), timeZone: timeZone ?? 'UTC', locale: data.dateLocale }
  return { type: 'text', text: localDate(moment) }
}

/**
 * Whether the field counts as done: a required checkbox, or one of the options of an enum, must be ticked, a text must
 * not be empty, nor one that the server has refused.
 */
export function isDone(field: Field): boolean {
  const { value } = field
  if (field.options.some(isTicked)) return true
  if (value === null) return false
  if (value.type === 'checked') return value.checked || !field.required
  if (value.type === 'rows') return field.problems.length === 0 && !value.rows.every(isBlankRow)
  return value.type !== 'text' || (value.text !== '' && value.text !== field.refused?.text)
}

export function isTicked({ value }: Field): boolean {
  return value?.type === 'checked' && value.checked
}

/** Whether the field is a step of its own: the options of an enum are one together, and so are the boxes of a table or of a key. */
export function isStep(field: Field): boolean {
  return (field.options[0] ?? field.boxes[0] ?? field) === field
}

/** Draws the value, and puts it into the button's accessible name. */
export function showValue(field: Field): void {
  const { button, value } = field
  const done = isDone(field)
  button.classList.toggle('done', done)
  button.classList.toggle('optional', !field.required)
  button.disabled = field.kind === 'date'
  button.setAttribute('aria-label', accessibleName(field))
  button.dataset.name = field.name
  button.replaceChildren(...(value && done && value.type !== 'rows' ? [drawMark(value)] : [caption(field)]))
  fitText(field)
  button.dispatchEvent(new Event(SHOWN))
}

function caption(field: Field): HTMLElement {
  const span = document.createElement('span')
  // The rows themselves are shown where they will stand before they are signed.
  const rows = field.kind === 'table' ? accessibleValue(field.value) : ''
  const named = rows === '' ? field.name : `${field.name}: ${rows}`
  span.textContent = field.kind === 'checkbox' ? '' : (inkToDo(field) ?? named)
  return span
}

/** What an empty box for a signature or initials asks for. */
export function inkToDo({ kind }: Field): string | null {
  if (kind === 'signature') return texts.sign
  return kind === 'initial' ? texts.initial : null
}

function accessibleName(field: Field): string {
  const label = field.name
  if (field.kind === 'date') return fill(texts.dateFilled, { label, value: accessibleValue(field.value) })
  if (isDone(field)) {
    const value = accessibleValue(field.value)
    return value ? fill(texts.fieldDone, { label, value }) : fill(texts.fieldDoneNoValue, { label })
  }
  const name = fill(field.required ? texts.fieldTodo : texts.fieldTodoOptional, { label, required: texts.required })
  const asked = inkToDo(field)
  return asked ? `${name}: ${asked}` : name
}

export function accessibleValue(value: FieldValue | null): string {
  if (value?.type === 'text' || value?.type === 'typed') return value.text
  if (value?.type === 'checked') return value.checked ? texts.checked : texts.unchecked
  if (value?.type === 'rows') {
    const count = value.rows.filter((row) => !isBlankRow(row)).length
    return count === 0 ? '' : plural(data.locale, rowTexts.count, count)
  }
  return ''
}

/** Highlights the field that is being filled in. */
export function mark(fields: Field[], current: Field | null): void {
  for (const field of fields) {
    field.button.classList.toggle('current', field === current)
    field.control?.parentElement?.classList.toggle('current', field === current)
  }
}

/** Below the pages, the panel covers what is scrolled to: the style sheet reserves its height. Beside them it covers nothing. */
export function keepClearOfPanel(): void {
  const { offsetWidth, offsetHeight } = byId('panel')
  document.documentElement.style.setProperty('--panel', `${2 * offsetWidth < innerWidth ? 0 : offsetHeight}px`)
}

/**
 * Highlights the field that the panel asks for, large enough to read, and scrolls it into view, clear of the bars. With
 * null the pages return to their size, and the field that was filled in last stays in view.
 */
export function pointAt(fields: Field[], current: Field | null): void {
  const last = fields.find(({ button }) => button.classList.contains('current'))
  mark(fields, current)
  const control = current?.control?.isConnected ? current.control.parentElement : null
  const resized = zoomTo(control ? null : current)
  const target = control ?? (current ?? (resized ? last : null))?.button
  const fits = target && target.offsetWidth < byId('pages').clientWidth
  keepClearOfPanel()
  target?.scrollIntoView({
    block: 'center',
    // Of a box that is wider than the screen, where its text begins.
    inline: !resized ? 'nearest' : fits ? 'center' : 'start',
    behavior: resized || prefersReducedMotion() ? 'auto' : 'smooth',
  })
}

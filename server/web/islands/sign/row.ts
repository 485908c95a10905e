import { fill } from '../../../domain/fill.ts'
import type { EnteredRow, RowProblem } from '../../../domain/signing/rows.ts'
import type { ClientColumn } from '../../signing/client-data.ts'
import { rowTexts, texts } from './data.ts'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** One row of a table as it is entered. */
export interface RowElement {
  element: HTMLElement
  /** What is entered in it. */
  read(): EnteredRow
  /** Says which row it is, of how many. */
  place(index: number, count: number): void
  showProblems(problems: RowProblem[]): void
  isWrong(): boolean
  /** Into its first cell. */
  focus(): void
  focusWrong(): void
  /** Back to the button that has moved it, or to the other one where it can move no further. */
  focusMove(by: -1 | 1): void
}

export interface RowEvents {
  onInput(): void
  onMove(by: -1 | 1): void
  onRemove(): void
  /** Enter was pressed in the last cell. */
  onEnter(): void
}

let rowsMade = 0

/** A card on a phone, a line of the grid where there is room (`rows.css`). */
export function createRow(columns: ClientColumn[], entered: EnteredRow, events: RowEvents): RowElement {
  const id = `row-${++rowsMade}`
  const element = document.createElement('div')
  element.className = 'row'
  element.setAttribute('role', 'group')
  const title = document.createElement('p')
  title.className = 'row-number'
  title.setAttribute('aria-hidden', 'true')
  const cells = columns.map((column, index) => {
    const cell = createCell(column, `${id}-${index}`, entered[column.key])
    cell.input.addEventListener('input', () => {
      cell.show('')
      events.onInput()
    })
    cell.input.addEventListener('keydown', (event) => {
      const { key, altKey, isComposing } = event as KeyboardEvent
      if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
        event.preventDefault()
        const button = key === 'ArrowUp' ? up : down
        if (!button.disabled) events.onMove(key === 'ArrowUp' ? -1 : 1)
        return
      }
      // A list of rows is typed down the keys: Enter goes on, it does not end the entry.
      if (key !== 'Enter' || isComposing || cell.input instanceof HTMLTextAreaElement) return
      event.preventDefault()
      const next = cells[index + 1]
      if (next) next.input.focus()
      else events.onEnter()
    })
    return cell
  })
  const up = tool('↑', () => events.onMove(-1))
  const down = tool('↓', () => events.onMove(1))
  const remove = tool('×', events.onRemove)
  const tools = document.createElement('div')
  tools.className = 'row-tools'
  tools.append(up, down, remove)
  element.append(title, ...cells.map((cell) => cell.element), tools)
  return {
    element,
    read: () => Object.fromEntries(cells.map(({ key, read }) => [key, read()])),
    place(index, count) {
      const row = index + 1
      title.textContent = fill(rowTexts.row, { row })
      element.setAttribute('aria-label', fill(rowTexts.row, { row }))
      up.setAttribute('aria-label', fill(rowTexts.up, { row }))
      down.setAttribute('aria-label', fill(rowTexts.down, { row }))
      remove.setAttribute('aria-label', fill(rowTexts.remove, { row }))
      up.disabled = index === 0
      down.disabled = index === count - 1
    },
    showProblems(problems) {
      for (const cell of cells) {
        const own = problems.find(({ column }) => column === cell.key)
        cell.show(own ? wordsOf(own) : '')
      }
    },
    isWrong: () => cells.some((cell) => cell.isWrong()),
    focus: () => (cells.find((cell) => cell.isWrong()) ?? cells[0])?.input.focus(),
    focusWrong: () => cells.find((cell) => cell.isWrong())?.input.focus(),
    focusMove(by) {
      const [button, other] = by < 0 ? [up, down] : [down, up]
      ;(button.disabled ? other : button).focus()
    },
  }
}

/** Of money, with its currency. */
export function labelOf({ label, currency }: ClientColumn): string {
  return currency === null ? label : `${label} (${currency})`
}

interface Cell {
  key: string
  element: HTMLElement
  input: Input
  read(): string | boolean
  /** What is wrong; nothing when it is empty. */
  show(problem: string): void
  isWrong(): boolean
}

function createCell(column: ClientColumn, id: string, value: string | boolean | undefined): Cell {
  const element = document.createElement('div')
  element.className = column.type === 'boolean' ? 'cell tick-cell' : 'cell'
  const label = document.createElement('label')
  label.htmlFor = id
  label.dir = 'auto'
  label.textContent = labelOf(column)
  const input = inputOf(column)
  input.id = id
  const error = document.createElement('p')
  error.className = 'error'
  error.id = `${id}-error`
  input.setAttribute('aria-describedby', error.id)
  input.setAttribute('aria-required', String(column.required))
  if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === true
  else if (typeof value === 'string') input.value = value
  element.append(label, input, error)
  return {
    key: column.key,
    element,
    input,
    read: () => (input instanceof HTMLInputElement && input.type === 'checkbox' ? input.checked : input.value),
    show(problem) {
      error.textContent = problem
      if (problem === '') input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
    },
    isWrong: () => input.hasAttribute('aria-invalid'),
  }
}

/** Numbers are typed as the signer writes them: a number input would refuse the separators of half the world. */
function inputOf({ type, options }: ClientColumn): Input {
  if (type === 'enum') {
    const select = document.createElement('select')
    select.append(new Option('', ''), ...options.map((option) => new Option(option, option)))
    return select
  }
  if (type === 'multiline') {
    const lines = document.createElement('textarea')
    lines.rows = 2
    lines.dir = 'auto'
    return lines
  }
  const input = document.createElement('input')
  input.type = INPUT_TYPES[type] ?? 'text'
  input.autocomplete = 'off'
  if (type === 'number' || type === 'money') input.inputMode = 'decimal'
  if (type === 'text') input.dir = 'auto'
  return input
}

const INPUT_TYPES: Partial<Record<ClientColumn['type'], string>> = {
  date: 'date',
  boolean: 'checkbox',
  email: 'email',
  phone: 'tel',
}

function wordsOf({ code, max, example }: RowProblem): string {
  if (code === 'column_required') return texts.errors.required
  if (code === 'too_long' && max !== undefined) return fill(texts.errors.tooLong, { max })
  return example === undefined ? texts.errors.fieldInvalid : fill(texts.errors.wrongForm, { example })
}

function tool(sign: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = sign
  button.addEventListener('click', onPress)
  return button
}

import '../../styles/rows.css'
import { fill } from '../../../domain/fill.ts'
import type { EnteredRow } from '../../../domain/signing/rows.ts'
import { plural } from '../../locales/format.ts'
import { byId } from '../dom.ts'
import { data, rowTexts } from './data.ts'
import { CHECKED, type Field } from './fields.ts'
import { createRow, labelOf, type RowElement } from './row.ts'

/** A pause in typing after which the rows are saved, and checked by the server. */
const SAVE_AFTER_MS = 500
/** "Done" waits so long at most for the server to say what is wrong; it is said again before signing. */
const CHECK_MS = 4_000

/** The rows as they are now. */
export type OnRows = (rows: EnteredRow[]) => void

/**
 * Asks for the rows of a table: cards on a phone, a grid where there is room. Resolves when the signer is done with it;
 * rows are handed on as they are entered.
 */
export function editRows(field: Field, onRows: OnRows): Promise<void> {
  const dialog = byId<HTMLDialogElement>('rows')
  const form = dialog.querySelector('form')!
  const list = byId('rows-list')
  const add = byId<HTMLButtonElement>('rows-add')
  const error = byId('rows-error')
  const { columns, maxRows } = field.table!
  const ending = new AbortController()
  const { signal } = ending
  let rows: RowElement[] = []
  /** What is missing is said once the signer thinks that nothing is. */
  let tellsMissing = false
  let pause: ReturnType<typeof setTimeout> | undefined

  const entered = () => rows.map((row) => row.read())

  function save(): void {
    clearTimeout(pause)
    onRows(entered())
  }

  function changed(): void {
    clearTimeout(pause)
    pause = setTimeout(save, SAVE_AFTER_MS)
  }

  /** Numbers, names and states that depend on the other rows. */
  function renumber(): void {
    list.replaceChildren(...rows.map(({ element }) => element))
    rows.forEach((row, index) => {
      row.place(index, rows.length)
    })
    const count = plural(data.locale, rowTexts.count, rows.length)
    const isFull = rows.length >= maxRows
    add.disabled = isFull
    byId('rows-count').textContent = isFull ? `${count}. ${fill(rowTexts.most, { max: maxRows })}` : count
  }

  function insert(at: number, cells: EnteredRow): RowElement {
    const row: RowElement = createRow(columns, cells, {
      onInput: changed,
      onMove(by) {
        const from = rows.indexOf(row)
        rows.splice(from, 1)
        rows.splice(from + by, 0, row)
        renumber()
        row.focusMove(by)
        save()
      },
      onRemove() {
        const from = rows.indexOf(row)
        rows.splice(from, 1)
        renumber()
        const next = rows[from] ?? rows.at(-1)
        if (next) next.focus()
        else add.focus()
        save()
      },
      onEnter() {
        const next = rows[rows.indexOf(row) + 1]
        if (next) next.focus()
        else addRow()
      },
    })
    rows.splice(at, 0, row)
    return row
  }

  function addRow(): void {
    if (rows.length >= maxRows) return
    const row = insert(rows.length, {})
    renumber()
    row.focus()
    row.element.scrollIntoView({ block: 'nearest' })
    changed()
  }

  function showProblems(): void {
    rows.forEach((row, index) => {
      const own = field.problems.filter((problem) => problem.row === index)
      row.showProblems(tellsMissing ? own : own.filter(({ code }) => code !== 'column_required'))
    })
    if (!rows.some((row) => row.isWrong())) error.textContent = ''
  }

  /** The server's word on what was entered last. */
  function checked(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, CHECK_MS)
      const heard = () => {
        clearTimeout(timer)
        resolve()
      }
      field.button.addEventListener(CHECKED, heard, { once: true, signal })
    })
  }

  async function finish(): Promise<void> {
    const answer = checked()
    save()
    await answer
    tellsMissing = true
    showProblems()
    const wrong = rows.find((row) => row.isWrong())
    if (!wrong) return dialog.close()
    error.textContent = rowTexts.wrong
    wrong.focusWrong()
  }

  byId('rows-title').textContent = field.name
  byId('rows-head').replaceChildren(...columns.map((column) => headOf(labelOf(column))))
  dialog.style.setProperty('--columns', String(columns.length))
  error.textContent = ''
  const known = field.value?.type === 'rows' ? field.value.rows : []
  for (const cells of known.length > 0 ? known : [{}]) insert(rows.length, cells)
  renumber()
  tellsMissing = field.problems.length > 0
  showProblems()
  field.button.addEventListener(CHECKED, showProblems, { signal })
  add.addEventListener('click', addRow, { signal })
  byId('rows-list').addEventListener('input', () => (error.textContent = ''), { signal })
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      void finish()
    },
    { signal },
  )
  dialog.showModal()
  const first = rows.find((row) => row.isWrong()) ?? rows[0]
  first?.focus()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        // Also by Escape: what was entered is kept.
        save()
        ending.abort()
        rows = []
        list.replaceChildren()
        resolve()
      },
      { signal },
    )
  })
}

function headOf(label: string): HTMLElement {
  const head = document.createElement('span')
  head.dir = 'auto'
  head.textContent = label
  return head
}

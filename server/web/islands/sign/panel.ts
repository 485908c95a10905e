import { fill } from '../../../domain/fill.ts'
import type { RowProblem } from '../../../domain/signing/rows.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import { byId } from '../dom.ts'
import type { Entering } from './controls.ts'
import { data, texts } from './data.ts'
import { cleanText, type Entry, isTooLong, limitOf } from './entry.ts'
import { CHECKED, type Field, isDone, isStep, isTicked, mark, pointAt, showValue } from './fields.ts'
import type { FinishSigning, ShowError } from './finish.ts'
import { createPanelView } from './panel-view.ts'
import { showProgress } from './progress.ts'
import { type Saver, showStatus } from './saving.ts'
import { askForInk, type InkKind, isInk } from './signature-dialog.ts'

/**
 * The step panel: one button whose label is the next action.
 *
 * `current` is the field it asks for, or null. With null and a required field left, the button leads to the next one
 * (`Start`, then `Next field`). With null and all required fields done the panel is ready: it shows the consent (and
 * asks for the name, if it is not known yet), and the button finishes. Optional fields are offered next to it.
 */
export interface Panel extends Entering {
  /** A field on the page was pressed. */
  press(field: Field): void
  /** Goes to a field, unless what was typed into another has to be put right first. */
  lead(field: Field): void
  /** Tells now, and whenever it changes, which field is asked for. */
  follow(told: (current: Field | null) => void): void
  showError: ShowError
  /** The text of this field does not fit into its box, or is not what the field takes. */
  refuseText(field: Field, message: string): void
  /** What fits of the text that is being typed has been measured. */
  showWhatFits(): void
  /** What the server says of the rows of a table; none: they are all right. */
  showRowProblems(field: Field, problems: RowProblem[]): void
}

/** A pause in typing after which the text is saved, and measured by the server. */
const SAVE_AFTER_MS = 500

export function createPanel(fields: Field[], saver: Saver, finish: FinishSigning): Panel {
  const view = createPanelView(fields)
  const { go, aside, tickInput, consent, error } = view
  /** The date of signing is filled in automatically, so it does not count as a step. */
  const required = fields.filter((field) => field.required && field.kind !== 'date' && isStep(field))
  /** The last signature and initials, so that later fields need one press; a reload finds them in the saved fields. */
  const adopted: Partial<Record<InkKind, FieldValue>> = {}
  for (const { kind, value } of fields) if (value && isInk(kind)) adopted[kind] = value
  let current: Field | null = null
  let touched = fields.some((field) => field.value !== null && isInk(field.kind))
  let typedName = ''
  let typingPause: ReturnType<typeof setTimeout> | undefined
  /** The signer has come back to what was begun before; until the first press the button says so. */
  let isResumed = fields.some((field) => field.value !== null && field.kind !== 'date' && field.kind !== 'name')

  const isReady = () => required.every(isDone)
  const asksName = () => data.signerName === null && !fields.some((field) => field.kind === 'name' && isDone(field))
  const moment = () => ({
    current,
    typedName,
    adopted,
    touched,
    isResumed,
    isReady: isReady(),
    asksName: asksName(),
    hasPrevious: (current !== null || isReady()) && previous() !== undefined,
  })

  let tell: (current: Field | null) => void = () => {}

  function render(): void {
    view.render(moment())
    showProgress(required)
    tell(current)
  }

  /** A text of a template is that of all boxes of its key. */
  function setText(field: Field, text: string): void {
    for (const box of field.answer ? field.boxes : [field]) {
      setValue(box, text === '' ? null : { type: 'text', text })
    }
  }

  function setValue(field: Field, value: FieldValue | null): void {
    touched = true
    field.value = value
    if (value && isInk(field.kind)) adopted[field.kind] = value
    // A typed signature is a name, so the name is not asked for again.
    if (value?.type === 'typed' && field.kind === 'signature') typedName ||= value.text
    showValue(field)
    saver.put(field.id, value)
  }

  /** Of the options of an enum one is ticked at most, in each of its boxes. */
  function setTick(field: Field, checked: boolean): void {
    for (const other of field.options) {
      if (other === field) continue
      const isSame = other.choice!.option === field.choice!.option
      setValue(other, { type: 'checked', checked: checked && isSame })
    }
    setValue(field, { type: 'checked', checked })
    // Whether one is ticked is said at each of them.
    field.options.forEach(showValue)
  }

  function goTo(field: Field | null): void {
    isResumed = false
    current = field
    error.textContent = ''
    render()
    pointAt(fields, field)
    view.focus()
    if (field?.refused && field.value?.type === 'text' && field.value.text === field.refused.text)
      refuse(field.refused.message, view.input)
  }

  /** The next open field after `from` that fits, wrapping around to the start. */
  function nextAfter(from: Field | null, fits: (field: Field) => boolean): Field | null {
    const start = from ? fields.indexOf(from) + 1 : 0
    const inOrder = [...fields.slice(start), ...fields.slice(0, start)]
    return (
      inOrder.find(
        (field) => field.kind !== 'date' && !isDone(field) && (field.boxes[0] ?? field) === field && fits(field),
      ) ?? null
    )
  }

  /** The step before this one, done or not; before the consent the last one. Undefined: this is the first. */
  function previous(): Field | undefined {
    const steps = fields.filter((field) => field.kind !== 'date' && isStep(field))
    const at = current ? steps.indexOf(current.options[0] ?? current.boxes[0] ?? current) : steps.length
    return steps[at - 1]
  }

  const nextRequired = () => nextAfter(current, (field) => field.required)
  const nextOptional = () => nextAfter(current, (field) => !field.required)

  /**
   * Stores the panel's input in the current field; false when it is not valid. A signer who moves to another field may
   * leave this one empty: finishing comes back to it.
   */
  function commit({ mayStayEmpty }: { mayStayEmpty: boolean }): boolean {
    if (!current) return true
    if (takesText(current)) {
      const text = cleanText(view.input.value)
      const most = limitOf(current)
      if (isTooLong(text, most)) return refuse(fill(texts.errors.tooLong, { max: most }), view.input)
      if (current.refused?.text === text) return refuse(current.refused.message, view.input)
      if (current.required && text === '' && !mayStayEmpty) return refuse(texts.errors.required, view.input)
      const shown = current.value?.type === 'text' ? current.value.text : ''
      if (text !== shown) setText(current, text)
    }
    if (current.kind === 'checkbox' && current.required && !isDone(current) && !mayStayEmpty)
      return refuse(current.choice ? texts.errors.chooseOne : texts.errors.mustCheck, tickOf(current))
    return true
  }

  const tickOf = ({ control }: Field) =>
    control instanceof HTMLInputElement && control.isConnected ? control : tickInput

  function refuse(message: string, input: Entry): false {
    error.textContent = message
    input.setAttribute('aria-invalid', 'true')
    input.focus()
    return false
  }

  async function sign(field: Field, kind: InkKind, options: { anew: boolean }): Promise<void> {
    const known = options.anew ? null : adopted[kind]
    const value = known ?? (await askForInk(kind))
    if (!value) return go.focus()
    setValue(field, value)
    goTo(nextRequired())
  }

  let isRowsDialogMissing = false

  /** A table is entered in a dialog; its rows stand in all of its boxes. */
  async function enterRows(field: Field): Promise<void> {
    const dialog = await import('./rows-dialog.ts').catch((error: unknown) => console.error(error))
    if (!dialog) {
      // Replaced by an update of the server, or kept as missing by the browser: the page anew has it.
      if (isRowsDialogMissing) {
        await saver.settle()
        return location.reload()
      }
      isRowsDialogMissing = true
      return panel.showError(field, texts.errors.failed)
    }
    await dialog.editRows(field, (rows) => {
      touched = true
      for (const box of field.boxes) {
        box.value = { type: 'rows', rows }
        showValue(box)
      }
      saver.put(field.id, { type: 'rows', rows })
    })
    goTo(isDone(field) ? nextRequired() : field)
  }

  async function act(): Promise<void> {
    if (current?.kind === 'table' && !isDone(current)) return enterRows(current)
    if (current && isInk(current.kind) && !isDone(current)) return sign(current, current.kind, { anew: false })
    if (!commit({ mayStayEmpty: false })) return
    if (current || !isReady()) return goTo(nextRequired())
    if (nameToSign() !== undefined) await finish(nameToSign, fields, panel.showError)
  }

  /** The name to sign with; null: that of the request. Undefined: the signer does not agree, or has gone back to a field. */
  function nameToSign(): string | null | undefined {
    if (current || !isReady()) return
    const name = asksName() ? cleanText(typedName) : nameInFields()
    const most = FIELD_VALUE.nameCharacters
    if (asksName() && name === '') return void refuse(texts.errors.required, view.input)
    if (asksName() && isTooLong(name, most)) return void refuse(fill(texts.errors.tooLong, { max: most }), view.input)
    if (!consent.checked) return void refuse(texts.errors.consent, consent)
    return name || null
  }

  function nameInFields(): string {
    const value = fields.find((field) => field.kind === 'name' && isDone(field))?.value
    return data.signerName ?? (value?.type === 'text' ? value.text : '')
  }

  const panel: Panel = {
    press(field) {
      if (field !== current && !commit({ mayStayEmpty: true })) return
      if (field.kind === 'checkbox') {
        setTick(field, !isTicked(field))
        current = field
        error.textContent = ''
        render()
        pointAt(fields, field)
        return
      }
      goTo(field)
      if (isInk(field.kind)) void sign(field, field.kind, { anew: isDone(field) })
      if (field.kind === 'table') void enterRows(field.boxes[0]!)
    },
    lead(field) {
      if (commit({ mayStayEmpty: true })) goTo(field)
    },
    follow(told) {
      tell = told
      told(current)
    },
    attend(field) {
      if (field === current) return true
      if (!commit({ mayStayEmpty: true })) return false
      isResumed = false
      current = field
      error.textContent = ''
      render()
      mark(fields, field)
      return true
    },
    typed: onTyped,
    left: saveTyped,
    tick(field, checked) {
      setTick(field, checked)
      error.textContent = ''
      render()
    },
    change(show) {
      // Also what cannot be stored: it is too long, or it is empty now.
      const typed = takesText(current) ? view.input.value : null
      show()
      render()
      if (typed !== null) view.input.value = typed
    },
    refuseText(field, message) {
      const text = field.value?.type === 'text' ? field.value.text : ''
      for (const box of field.answer ? field.boxes : [field]) {
        box.refused = { text, message }
        showValue(box)
      }
      showProgress(required)
      if (!current) return panel.showError(field, message)
      // Whoever has gone on to another field keeps the cursor there. This one stays open, and is asked for again.
      if (current !== field && !current.boxes.includes(field)) return showStatus(`${field.name}: ${message}`)
      // What is being typed stays as it is, with the cursor in it.
      if (cleanText(view.input.value) !== text) return
      error.textContent = message
      view.input.setAttribute('aria-invalid', 'true')
    },
    showWhatFits: () => view.showWhileTyping(moment()),
    showRowProblems(field, problems) {
      field.problems = problems.filter(({ row, code }) => row !== null || code !== 'required')
      showValue(field)
      field.button.dispatchEvent(new Event(CHECKED))
      showProgress(required)
    },
    showError(field, message) {
      saveTyped()
      goTo(field)
      error.textContent = message
      const input = [view.input, field ? tickOf(field) : tickInput].find(({ parentElement }) => !parentElement!.hidden)
      if (field) input?.setAttribute('aria-invalid', 'true')
    },
  }

  byId<HTMLFormElement>('panel').addEventListener('submit', (event) => {
    event.preventDefault()
    void act()
  })
  aside.addEventListener('click', () => {
    if (current && isInk(current.kind)) void sign(current, current.kind, { anew: true })
    else if (current?.kind === 'table') void enterRows(current)
    else goTo(nextOptional())
  })
  byId('back').addEventListener('click', () => {
    const before = previous()
    if (before) panel.lead(before)
  })
  tickInput.addEventListener('change', () => {
    if (current) setTick(current, tickInput.checked)
    error.textContent = ''
    render()
  })
  byId('step').addEventListener('input', onTyped)
  function onTyped(): void {
    if (!current) typedName = view.input.value
    view.showWhileTyping(moment())
    error.textContent = ''
    view.input.removeAttribute('aria-invalid')
    clearTimeout(typingPause)
    typingPause = setTimeout(saveTyped, SAVE_AFTER_MS)
  }
  // Leaving the input, or a session about to end, saves its value; errors are shown only when the button is pressed.
  byId('step').addEventListener('change', ({ target }) => {
    if (target === view.input) saveTyped()
  })
  function saveTyped(): void {
    clearTimeout(typingPause)
    if (!takesText(current)) return
    const text = cleanText(view.input.value)
    const before = current.value?.type === 'text' ? current.value.text : ''
    if (text === '' || text === before || isTooLong(text, limitOf(current))) return
    setText(current, text)
    showProgress(required)
  }
  consent.addEventListener('change', () => {
    error.textContent = ''
    consent.removeAttribute('aria-invalid')
  })
  render()
  go.disabled = false
  return panel
}

function takesText(field: Field | null): field is Field {
  return field?.kind === 'text' || field?.kind === 'name'
}

import { fill } from '../../../domain/fill.ts'
import type { RowProblem } from '../../../domain/signing/rows.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { FIELD_VALUE } from '../../../limits.ts'
import { plural } from '../../locales/format.ts'
import { isTall } from '../document/fit.ts'
import { byId } from '../dom.ts'
import { data, texts } from './data.ts'
import { cleanText, type Entry, isTooLong, limitOf, textareaLike } from './entry.ts'
import { CHECKED, type Field, isDone, isStep, isTicked, pointAt, showValue } from './fields.ts'
import type { Finish, ShowError } from './finish.ts'
import { glyphHint } from './glyphs.ts'
import { showProgress } from './progress.ts'
import type { Saver } from './saving.ts'
import { askForInk, type InkKind } from './signature-dialog.ts'

/**
 * The step panel: one button whose label is the next action.
 *
 * `current` is the field it asks for, or null. With null and a required field left, the button leads to the next one
 * (`Start`, then `Next field`). With null and all required fields done the panel is ready: it shows the consent (and
 * asks for the name, if it is not known yet), and the button finishes. Optional fields are offered next to it.
 */
export interface Panel {
  /** A field on the page was pressed. */
  press(field: Field): void
  showError: ShowError
  /** The text of this field does not fit into its box, or is not what the field takes. */
  refuseText(field: Field, message: string): void
  /** What the server says of the rows of a table; none: they are all right. */
  showRowProblems(field: Field, problems: RowProblem[]): void
}

/** A pause in typing after which the text is saved, and measured by the server. */
const SAVE_AFTER_MS = 500

export function createPanel(fields: Field[], saver: Saver, finish: Finish): Panel {
  const go = byId<HTMLButtonElement>('go')
  const aside = byId<HTMLButtonElement>('aside')
  const oneLine = byId<HTMLInputElement>('step-input')
  const severalLines = textareaLike(oneLine)
  let stepInput: Entry = oneLine
  const tickInput = byId<HTMLInputElement>('tick-input')
  const consent = byId<HTMLInputElement>('consent')
  const error = byId('step-error')
  /** The date of signing is filled in automatically, so it does not count as a step. */
  const required = fields.filter((field) => field.required && field.kind !== 'date' && isStep(field))
  /** The last signature and initials, so that later fields need one press; a reload finds them in the saved fields. */
  const adopted: Partial<Record<InkKind, FieldValue>> = {}
  for (const { kind, value } of fields) if (value && isInk(kind)) adopted[kind] = value
  let current: Field | null = null
  let touched = fields.some((field) => field.value !== null && isInk(field.kind))
  let typedName = ''
  /** Texts that the server refused, by field id. */
  const refused = new Map<string, { text: string; message: string }>()
  let typingPause: ReturnType<typeof setTimeout> | undefined
  /** The signer has come back to what was begun before; until the first press the button says so. */
  let isResumed = fields.some((field) => field.value !== null && field.kind !== 'date' && field.kind !== 'name')

  const isReady = () => required.every(isDone)
  const asksName = () => data.signerName === null && !fields.some((field) => field.kind === 'name' && isDone(field))

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
    focusStep()
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

  const nextRequired = () => nextAfter(current, (field) => field.required)
  const nextOptional = () => nextAfter(current, (field) => !field.required)

  /**
   * Stores the panel's input in the current field; false when it is not valid. A signer who moves to another field may
   * leave this one empty: finishing comes back to it.
   */
  function commit({ mayStayEmpty }: { mayStayEmpty: boolean }): boolean {
    if (!current) return true
    if (current.kind === 'text' || current.kind === 'name') {
      const text = cleanText(stepInput.value)
      const most = limitOf(current)
      if (isTooLong(text, most)) return refuse(fill(texts.errors.tooLong, { max: most }), stepInput)
      const before = refused.get(current.id)
      if (before?.text === text) return refuse(before.message, stepInput)
      if (current.required && text === '' && !mayStayEmpty) return refuse(texts.errors.required, stepInput)
      const shown = current.value?.type === 'text' ? current.value.text : ''
      if (text !== shown) setValue(current, text === '' ? null : { type: 'text', text })
    }
    if (current.kind === 'checkbox' && current.required && !isDone(current) && !mayStayEmpty)
      return refuse(current.choice ? texts.errors.chooseOne : texts.errors.mustCheck, tickInput)
    return true
  }

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

  /** A table is entered in a dialog; its rows stand in all of its boxes. */
  async function enterRows(field: Field): Promise<void> {
    const { editRows } = await import('./rows-dialog.ts')
    await editRows(field, (rows) => {
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
    const name = asksName() ? cleanText(typedName) : nameInFields()
    if (asksName() && name === '') return void refuse(texts.errors.required, stepInput)
    if (asksName() && isTooLong(name, FIELD_VALUE.nameCharacters))
      return void refuse(fill(texts.errors.tooLong, { max: FIELD_VALUE.nameCharacters }), stepInput)
    if (!consent.checked) return void refuse(texts.errors.consent, consent)
    await finish(name || null, fields, panel.showError)
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
    refuseText(field, message) {
      const text = field.value?.type === 'text' ? field.value.text : ''
      refused.set(field.id, { text, message })
      if (current !== field) return panel.showError(field, message)
      // What is being typed stays as it is, with the cursor in it.
      if (cleanText(stepInput.value) !== text) return
      error.textContent = message
      stepInput.setAttribute('aria-invalid', 'true')
    },
    showRowProblems(field, problems) {
      field.problems = problems.filter(({ row, code }) => row !== null || code !== 'required')
      showValue(field)
      field.button.dispatchEvent(new Event(CHECKED))
      showProgress(required)
    },
    showError(field, message) {
      goTo(field)
      error.textContent = message
      const input = [stepInput, tickInput].find(({ parentElement }) => !parentElement!.hidden)
      if (field) input?.setAttribute('aria-invalid', 'true')
    },
  }

  /** Swaps in the single-line or the multi-line input. */
  function showEntry(entry: Entry): void {
    const before = stepInput
    stepInput = entry
    if (before !== entry) before.replaceWith(entry)
  }

  function render(): void {
    const ready = isReady() && !current
    const isText = current?.kind === 'text' || current?.kind === 'name'
    const isTick = current?.kind === 'checkbox'
    const where = current ? fill(texts.stepOf, { label: current.name, page: current.page }) : ''
    const label = current?.required === false ? `${where} ${texts.optional}` : where
    const showsName = ready && asksName()
    byId('step').hidden = !isText && !showsName
    showEntry(current && isTall(current) ? severalLines : oneLine)
    byId('tick').hidden = !isTick
    byId('place').hidden = !current || isText || isTick
    byId('consent-row').hidden = !ready
    byId('step-label').textContent = showsName ? texts.yourName : label
    byId('tick-label').textContent = label
    byId('place').textContent = label
    for (const input of [stepInput, tickInput, consent]) input.removeAttribute('aria-invalid')
    if (isText) stepInput.value = current?.value?.type === 'text' ? current.value.text : ''
    if (showsName) stepInput.value = typedName
    // Shown before typing, where the sender's limit is lower than one would expect.
    const most = isText ? current?.maxLength : null
    byId('step-hint').hidden = !most
    byId('step-hint').textContent = most ? fill(texts.errors.tooLong, { max: most }) : ''
    stepInput.setAttribute('aria-required', String(showsName || current?.required === true))
    tickInput.setAttribute('aria-required', String(current?.required === true))
    stepInput.autocomplete = showsName || current?.kind === 'name' ? 'name' : 'off'
    tickInput.checked = current !== null && isTicked(current)
    go.textContent = actionLabel(ready)
    renderAside(ready)
    renderGlyphHint()
    showProgress(required)
  }

  /** For what is being typed; before the signature, for everything that will be printed in type. */
  function renderGlyphHint(): void {
    const values = fields.map(({ value }) => (value?.type === 'text' || value?.type === 'typed' ? value.text : ''))
    const all = [data.signerName ?? typedName, ...values].join(' ')
    const isText = current?.kind === 'text' || current?.kind === 'name'
    const hint = glyphHint(isText ? stepInput.value : current ? '' : isReady() ? all : '')
    // Setting the same status again would make screen readers announce it again.
    const status = byId('glyph-hint')
    if (status.textContent !== hint) status.textContent = hint
  }

  function actionLabel(ready: boolean): string {
    if (ready) return texts.finish
    if (!current && isResumed) return texts.resume
    if (!current) return touched ? texts.next : texts.start
    if (current.kind === 'table' && !isDone(current)) return texts.rows.enter
    if (isDone(current) || !isInk(current.kind)) return texts.next
    if (current.kind === 'initial') return adopted.initial ? texts.initial : texts.addInitial
    return adopted.signature ? texts.sign : texts.addSignature
  }

  function renderAside(ready: boolean): void {
    const left = fields.filter((field) => !field.required && !isDone(field) && isStep(field)).length
    const canChange =
      current !== null &&
      (isInk(current.kind)
        ? isDone(current) || adopted[current.kind] !== undefined
        : current.kind === 'table' && isDone(current))
    aside.hidden = !canChange && !(ready && left > 0)
    aside.textContent = canChange ? texts.change : plural(data.locale, texts.optionalLeft, left)
  }

  function focusStep(): void {
    if (!byId('step').hidden) stepInput.focus({ preventScroll: true })
    else if (!byId('tick').hidden) tickInput.focus({ preventScroll: true })
    else go.focus({ preventScroll: true })
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
  tickInput.addEventListener('change', () => {
    if (current) setTick(current, tickInput.checked)
    error.textContent = ''
    render()
  })
  byId('step').addEventListener('input', () => {
    if (!current) typedName = stepInput.value
    renderGlyphHint()
    error.textContent = ''
    stepInput.removeAttribute('aria-invalid')
    clearTimeout(typingPause)
    typingPause = setTimeout(saveTyped, SAVE_AFTER_MS)
  })
  // Leaving the input, or a session about to end, saves its value; errors are shown only when the button is pressed.
  byId('step').addEventListener('change', ({ target }) => {
    if (target === stepInput) saveTyped()
  })
  function saveTyped(): void {
    clearTimeout(typingPause)
    if (current?.kind !== 'text' && current?.kind !== 'name') return
    const text = cleanText(stepInput.value)
    const before = current.value?.type === 'text' ? current.value.text : ''
    if (text === '' || text === before || isTooLong(text, limitOf(current))) return
    setValue(current, { type: 'text', text })
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

function isInk(kind: Field['kind']): kind is InkKind {
  return kind === 'signature' || kind === 'initial'
}

import { fill } from '../../../domain/fill.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { plural } from '../../locales/format.ts'
import { isTall } from '../document/fit.ts'
import { byId } from '../dom.ts'
import { data, rowTexts, texts } from './data.ts'
import { cleanText, type Entry, isTooLong, keyboardFor, limitOf, offer, selectLike, textareaLike } from './entry.ts'
import { type Field, isDone, isStep, isTicked } from './fields.ts'
import { glyphHint } from './glyphs.ts'
import { type InkKind, isInk } from './signature-dialog.ts'

/** What the panel shows: see `Panel`. */
export interface PanelMoment {
  current: Field | null
  /** All required fields are done. */
  isReady: boolean
  asksName: boolean
  typedName: string
  /** The last signature and initials of this signer. */
  adopted: Partial<Record<InkKind, FieldValue>>
  /** The signer has entered something. */
  touched: boolean
  /** The signer has come back to what was begun before. */
  isResumed: boolean
  /** There is a step to go back to. */
  hasPrevious: boolean
}

/** What is written in another way in each language. */
const EXPLAINED = ['number', 'money', 'date']

/** The elements of the step panel. */
export interface PanelView {
  go: HTMLButtonElement
  aside: HTMLButtonElement
  tickInput: HTMLInputElement
  consent: HTMLInputElement
  error: HTMLElement
  /** The input for text that is shown: of one line, of several, or the field's own in the text. */
  readonly input: Entry
  render(moment: PanelMoment): void
  /** How much more fits, and what cannot be printed: of what is being typed; before the signature, of all that will be. */
  showWhileTyping(moment: PanelMoment): void
  /** To the input that is shown, else to the button. */
  focus(): void
}

export function createPanelView(fields: Field[]): PanelView {
  const go = byId<HTMLButtonElement>('go')
  const aside = byId<HTMLButtonElement>('aside')
  const oneLine = byId<HTMLInputElement>('step-input')
  const severalLines = textareaLike(oneLine)
  const list = selectLike(oneLine)
  let stepInput: Entry = oneLine
  /** That of the current field, while the document is shown as text: the panel then has none. */
  let control: Field['control'] = null
  const tickInput = byId<HTMLInputElement>('tick-input')
  const consent = byId<HTMLInputElement>('consent')

  function entryFor(field: Field | null): Entry {
    if (field?.answer?.type === 'enum') return list
    return field && isTall(field) ? severalLines : oneLine
  }

  /** Swaps in the input for one line, for several, or the list. */
  function showEntry(entry: Entry): void {
    const before = stepInput
    stepInput = entry
    if (before !== entry) before.replaceWith(entry)
  }

  function render(moment: PanelMoment): void {
    const { current, typedName } = moment
    const ready = moment.isReady && !current
    const isText = current?.kind === 'text' || current?.kind === 'name'
    const isTick = current?.kind === 'checkbox'
    control = current?.control?.isConnected ? current.control : null
    const where = current ? fill(texts.stepOf, { label: current.name, page: current.page }) : ''
    const label = current?.required === false ? `${where} ${texts.optional}` : where
    const showsName = ready && moment.asksName
    byId('step').hidden = (!isText || control !== null) && !showsName
    showEntry(entryFor(current))
    byId('tick').hidden = !isTick || control !== null
    byId('place').hidden = !current || (control === null && (isText || isTick))
    byId('consent-row').hidden = !ready
    byId('step-label').textContent = showsName ? texts.yourName : label
    byId('tick-label').textContent = label
    byId('place').textContent = label
    for (const input of [stepInput, tickInput, consent, ...(control ? [control] : [])])
      input.removeAttribute('aria-invalid')
    const entered = current?.value?.type === 'text' ? current.value.text : ''
    if (isText && stepInput === list) offer(list, current.answer!.options, entered)
    if (isText) (control ?? stepInput).value = entered
    if (showsName) stepInput.value = typedName
    stepInput.setAttribute('aria-required', String(showsName || current?.required === true))
    tickInput.setAttribute('aria-required', String(current?.required === true))
    stepInput.inputMode = current ? keyboardFor(current) : 'text'
    stepInput.autocomplete = showsName || current?.kind === 'name' ? 'name' : 'off'
    tickInput.checked = current !== null && isTicked(current)
    go.textContent = actionLabel(moment)
    byId('back').hidden = !moment.hasPrevious
    renderAside(moment)
    showWhileTyping(moment)
  }

  function showWhileTyping(moment: PanelMoment): void {
    const { current } = moment
    const isText = (current?.kind === 'text' || current?.kind === 'name') && stepInput !== list
    const text = isText ? cleanText((control ?? stepInput).value) : ''
    const hint = byId('step-hint')
    hint.textContent = isText ? hintFor(current, text) : ''
    hint.hidden = hint.textContent === ''
    hint.className = isText && isTooLong(text, limitOf(current)) ? 'error' : 'hint'
    showGlyphHint(moment)
  }

  /** How it is written, or where the sender's limit is lower than one would expect; while typing, how much more fits. */
  function hintFor(field: Field, text: string): string {
    const { answer, boxes, maxLength, fits } = field
    if (answer && EXPLAINED.includes(answer.type)) return fill(texts.errors.wrongForm, { example: answer.example })
    const isLimited = maxLength !== null || boxes.some((box) => box.maxLength !== null)
    const length = [...text].length
    const left = limitOf(field) - length
    if (left < 0) return plural(data.locale, texts.tooMany, -left)
    if (isLimited && text === '') return fill(texts.errors.tooLong, { max: left })
    const more = isLimited ? left : (fits ?? 0) - length
    // What fits without a limit is known about: what is too much, the server says.
    return isLimited || more > 0 ? plural(data.locale, texts.moreFit, more) : ''
  }

  function showGlyphHint({ current, typedName, isReady }: PanelMoment): void {
    const values = fields.map(({ value }) => (value?.type === 'text' || value?.type === 'typed' ? value.text : ''))
    const all = [data.signerName ?? typedName, ...values].join(' ')
    const isText = current?.kind === 'text' || current?.kind === 'name'
    const hint = glyphHint(isText ? (control ?? stepInput).value : current ? '' : isReady ? all : '')
    // Setting the same status again would make screen readers announce it again.
    const status = byId('glyph-hint')
    if (status.textContent !== hint) status.textContent = hint
  }

  function actionLabel({ current, adopted, touched, isReady, isResumed }: PanelMoment): string {
    if (isReady && !current) return texts.finish
    if (!current && isResumed) return texts.resume
    if (!current) return touched ? texts.next : texts.start
    if (current.kind === 'table' && !isDone(current)) return rowTexts.enter
    if (isDone(current) || !isInk(current.kind)) return texts.next
    if (current.kind === 'initial') return adopted.initial ? texts.initial : texts.addInitial
    return adopted.signature ? texts.sign : texts.addSignature
  }

  function renderAside({ current, adopted, isReady }: PanelMoment): void {
    const left = fields.filter((field) => !field.required && !isDone(field) && isStep(field)).length
    const canChange =
      current !== null &&
      (isInk(current.kind)
        ? isDone(current) || adopted[current.kind] !== undefined
        : current.kind === 'table' && isDone(current))
    aside.hidden = !canChange && !(isReady && !current && left > 0)
    aside.textContent = canChange ? texts.change : plural(data.locale, texts.optionalLeft, left)
  }

  function focus(): void {
    if (control) control.focus({ preventScroll: true })
    else if (!byId('step').hidden) stepInput.focus({ preventScroll: true })
    else if (!byId('tick').hidden) tickInput.focus({ preventScroll: true })
    else go.focus({ preventScroll: true })
  }

  return {
    go,
    aside,
    tickInput,
    consent,
    error: byId('step-error'),
    get input() {
      return control instanceof HTMLInputElement && control.type !== 'text' ? stepInput : (control ?? stepInput)
    },
    render,
    showWhileTyping,
    focus,
  }
}

import SignaturePad, { type PointGroup } from 'signature_pad'
import type { FieldValue } from '../../../domain/signing/values.ts'
import type { HandStyle } from '../../../pdf/hand-styles.ts'
import { loadHands } from '../document/marks.ts'
import { all, byId } from '../dom.ts'
import { data, texts } from './data.ts'
import { cleanText } from './entry.ts'
import type { Field } from './fields.ts'
import { inkFrom } from './ink.ts'
import { type ChosenPicture, pictureFrom } from './picture.ts'
import { typedInk } from './typed-picture.ts'

export type InkKind = 'signature' | 'initial'

export function isInk(kind: Field['kind']): kind is InkKind {
  return kind === 'signature' || kind === 'initial'
}
type Tab = 'draw' | 'type' | 'upload'
type ImageValue = Extract<FieldValue, { type: 'image' }>

const PEN_COLOUR = '#0d1c59'
const PEN_PIXELS = 2.6

const dialog = byId<HTMLDialogElement>('signature')
const canvas = byId<HTMLCanvasElement>('pad')
const typed = byId<HTMLInputElement>('typed')
const upload = byId<HTMLInputElement>('upload')
const paper = byId<HTMLInputElement>('paper')
const samples = all<HTMLElement>('.sample', dialog)
const uploadPreview = byId<HTMLImageElement>('upload-preview')
const error = byId('signature-error')
const tabs = all<HTMLButtonElement>('[role=tab]', dialog)

const pad = new SignaturePad(canvas, { penColor: PEN_COLOUR, minWidth: 0.8, maxWidth: PEN_PIXELS })
let tab: Tab = 'draw'
let picture: ChosenPicture | null = null
/** Of the drawing as it is shown, to what it was drawn as: after a turn of the phone it may have to be smaller. */
let shrunk = 1
let resolveInk: (value: FieldValue | null) => void = () => {}

/** Asks for a signature or initials; null when the signer cancels. The focus returns to where it was. */
export function askForInk(kind: InkKind): Promise<FieldValue | null> {
  byId('signature-title').textContent = dialog.dataset[kind] ?? ''
  byId('typed-label').textContent =
    (kind === 'signature' ? dialog.dataset.typeSignature : dialog.dataset.typeInitial) ?? ''
  typed.value = kind === 'signature' ? (data.signerName ?? '') : initialsOf(data.signerName ?? '')
  showTyped()
  clearPad()
  clearPicture()
  // Opened again before the browser said that it was closed.
  resolveInk(null)
  dialog.showModal()
  openTab(tab)
  return new Promise((resolve) => {
    resolveInk = resolve
  })
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
}

function openTab(name: Tab): void {
  tab = name
  error.textContent = ''
  for (const button of tabs) {
    const selected = button.id === `tab-${name}`
    button.setAttribute('aria-selected', String(selected))
    button.tabIndex = selected ? 0 : -1
    byId(button.getAttribute('aria-controls') ?? '').hidden = !selected
    if (selected) button.focus()
  }
  if (name === 'draw') fitPad()
  if (name === 'type') offerHands()
}

/**
 * Sets the canvas to its size on screen, in device pixels, and keeps all of the drawing in sight: rotating a phone
 * resizes it.
 */
function fitPad(): void {
  const drawing = drawnStrokes()
  const points = drawing.flatMap((stroke) => stroke.points)
  const reach = (axis: 'x' | 'y') => Math.max(1, ...points.map((point) => point[axis] + 2 * PEN_PIXELS))
  shrunk = Math.min(1, canvas.offsetWidth / reach('x'), canvas.offsetHeight / reach('y'))
  const ratio = Math.max(devicePixelRatio, 1)
  canvas.width = canvas.offsetWidth * ratio
  canvas.height = canvas.offsetHeight * ratio
  canvas.getContext('2d')!.scale(ratio, ratio)
  pad.fromData(scaled(drawing, shrunk))
}

/** The strokes on the pad in the size in which they were drawn. */
function drawnStrokes(): PointGroup[] {
  return scaled(pad.toData(), 1 / shrunk)
}

function scaled(strokes: PointGroup[], scale: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * scale,
    maxWidth: stroke.maxWidth * scale,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}

function clearPad(): void {
  pad.clear()
  shrunk = 1
}

function showTyped(): void {
  for (const sample of samples) sample.textContent = typed.value
  if (tab === 'type') offerHands()
}

const offerHands = () => void loadHands().then((hands) => hands.offerHands(samples, typed))

/** The sample of the chosen handwriting, and its name. */
function chosenHand(): { sample: HTMLElement; style: HandStyle } {
  const chosen = dialog.querySelector<HTMLInputElement>('[name=hand]:checked')!
  return { sample: chosen.parentElement!.querySelector<HTMLElement>('.sample')!, style: chosen.value as HandStyle }
}

function clearPicture(): void {
  picture = null
  upload.value = ''
  uploadPreview.hidden = true
  uploadPreview.removeAttribute('src')
  byId('paper-row').hidden = true
}

/** With or without its paper, as the signer wants it. */
function wantedPicture(): ImageValue | null {
  if (!picture) return null
  return (paper.checked && picture.withoutPaper) || picture.original
}

function showPicture(): void {
  const shown = wantedPicture()
  uploadPreview.hidden = !shown
  byId('paper-row').hidden = !picture?.withoutPaper
  if (shown) uploadPreview.src = `data:${shown.mediaType};base64,${shown.data}`
}

async function loadPicture(): Promise<void> {
  const file = upload.files?.[0]
  error.textContent = ''
  if (!file) return clearPicture()
  const result = await pictureFrom(file)
  if (typeof result === 'string') {
    clearPicture()
    error.textContent = texts.errors[result]
    return
  }
  picture = result
  showPicture()
}

/** The value of the open tab, or the message that says what is missing. */
async function valueOfOpenTab(): Promise<FieldValue | string> {
  switch (tab) {
    case 'draw':
      return inkFrom(drawnStrokes()) ?? texts.errors.draw
    case 'type': {
      const text = cleanText(typed.value)
      const { sample, style } = chosenHand()
      if (!text) return texts.errors.typed
      return (await typedInk(text, { sample, style }, PEN_COLOUR)) ?? texts.errors.lettersAltered
    }
    case 'upload':
      return wantedPicture() ?? texts.errors.pictureType
  }
}

for (const [index, button] of tabs.entries()) {
  button.addEventListener('click', () => openTab(button.id.slice('tab-'.length) as Tab))
  button.addEventListener('keydown', (event) => {
    const forward = dialog.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
    const backward = dialog.matches(':dir(rtl)') ? 'ArrowRight' : 'ArrowLeft'
    const to = { [forward]: index + 1, [backward]: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    openTab(tabs[(to + tabs.length) % tabs.length]!.id.slice('tab-'.length) as Tab)
  })
}

pad.addEventListener('endStroke', () => {
  error.textContent = ''
})
byId('clear').addEventListener('click', clearPad)
typed.addEventListener('input', showTyped)
upload.addEventListener('change', () => void loadPicture())
paper.addEventListener('change', showPicture)
new ResizeObserver(() => {
  if (dialog.open && tab === 'draw') fitPad()
}).observe(canvas)
byId('signature-cancel').addEventListener('click', () => dialog.close())
dialog.addEventListener('close', () => {
  if (!dialog.open) resolveInk(null)
})
dialog.querySelector('form')!.addEventListener('submit', (event) => {
  event.preventDefault()
  void apply()
})

async function apply(): Promise<void> {
  const value = await valueOfOpenTab()
  // Closed meanwhile.
  if (!dialog.open) return
  if (typeof value === 'string') {
    error.textContent = value
    return
  }
  // Resolve first: the `close` event below then resolves an already settled promise.
  resolveInk(value)
  dialog.close()
}

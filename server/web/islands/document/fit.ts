import type { FieldKind } from '../../../db/schema.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { drawingScale, MIN_TEXT_SIZE, TALL_LINES, TEXT_SIZE, TYPED_SIZE } from '../../../pdf/sizes.ts'

/** Approximate width of a letter, as a fraction of the font size. */
const LETTER_WIDTH = 0.52
/** As a fraction of the font size, with room for the browser's rounding: anything higher has more than one line. */
const ONE_LINE_HEIGHT = 1.5
const STEP_POINTS = 0.5

/** A box on a page and its value; width and height are fractions of the page. */
export interface FilledBox {
  button: HTMLElement
  kind: FieldKind
  value: FieldValue | null
  w: number
  h: number
}

/** The page of a box, in points. */
export function pageOf({ button }: Pick<FilledBox, 'button'>): DOMRect {
  return button.closest('.sheet')!.querySelector<SVGSVGElement>('.shape')!.viewBox.baseVal
}

/** Whether the box takes several lines of text. */
export function isTall(box: FilledBox): boolean {
  const page = pageOf(box)
  return box.kind === 'text' && box.h * page.height > TALL_LINES * TEXT_SIZE * drawingScale(page)
}

/** Sizes the box's text about as it will appear in the document: a long text wraps and gets smaller. */
export function fitText(box: FilledBox): void {
  const { button, value, w, h } = box
  const page = pageOf(box)
  const [width, height] = [w * page.width, h * page.height]
  const scale = drawingScale(page)
  button.classList.toggle('tall', isTall(box))
  if (value?.type === 'typed') {
    const fitting = (width * 0.92) / (LETTER_WIDTH * Math.max(1, [...value.text].length))
    setSize(button, Math.min(TYPED_SIZE * scale, height * 0.6, fitting), page)
    return
  }
  const largest = Math.min(TEXT_SIZE * scale, height * 0.8)
  setSize(button, largest, page)
  if (value?.type !== 'text') return
  for (let points = largest; points > MIN_TEXT_SIZE && overflows(button); ) {
    points = Math.max(MIN_TEXT_SIZE, points - STEP_POINTS * scale)
    setSize(button, points, page)
  }
}

/** `cqw` is a hundredth of the page's width, so the text scales with the zoom. */
function setSize(button: HTMLElement, points: number, page: DOMRect): void {
  button.style.setProperty('--text', `${((points / page.width) * 100).toFixed(3)}cqw`)
}

/** A single line may be as high as the box; only multiple lines need their leading. */
function overflows(button: HTMLElement): boolean {
  const text = button.firstElementChild
  if (!text) return false
  const { height } = text.getBoundingClientRect()
  const oneLine = Number.parseFloat(getComputedStyle(button).fontSize) * ONE_LINE_HEIGHT
  return height > oneLine && height > Number.parseFloat(getComputedStyle(button).height)
}

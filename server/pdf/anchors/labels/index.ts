import { PDFDict, PDFHexString, type PDFObject, PDFString } from 'pdf-lib'
import type { PdfPage } from '../../document.ts'
import { toFractions } from '../../geometry.ts'
import { get, items, numbers } from '../../objects.ts'
import type { Box, FieldKind } from '../../types.ts'
import type { Glyph } from '../glyphs.ts'
import { findLabels, type LabelTarget } from './find.ts'
import { segmentsOf } from './segments.ts'

export type LabelledBox = Pick<Box, 'x' | 'y' | 'w' | 'h'> & { kind: FieldKind }

/** Beyond these a page keeps its fields without labels: what a form has is far below. */
const MOST_GLYPHS = 30_000
const MOST_BOXES = 300
const MOST_ANNOTATIONS = 2_000

/** What the reading of labels may still cost in a document; counted, so that the result does not depend on the load. */
export interface LabelBudget {
  glyphs: number
}

export const labelBudget = (): LabelBudget => ({ glyphs: 600_000 })

/**
 * The labels of the boxes of one page: what the PDF's own form field in that place is called, else what is printed there;
 * null for neither. Prose is no label, because a wrong name is worse than none.
 * @param glyphs of the page, in any order
 * @param ignored glyphs that are no print: those of markers
 */
export function labelsOf(
  page: PdfPage,
  glyphs: Glyph[],
  ignored: ReadonlySet<Glyph>,
  boxes: LabelledBox[],
  budget: LabelBudget,
): (string | null)[] {
  budget.glyphs -= glyphs.length
  if (boxes.length > MOST_BOXES) return boxes.map(() => null)
  const form = formNames(page)
  const names = boxes.map((box) => form.find((field) => isSamePlace(field, box))?.name ?? null)
  if (glyphs.length > MOST_GLYPHS || budget.glyphs < 0) return names
  const print = segmentsOf(page, ignored.size === 0 ? glyphs : glyphs.filter((glyph) => !ignored.has(glyph)))
  const printed = findLabels(
    print,
    boxes.map((box) => target(page, box)),
  )
  return names.map((name, i) => name ?? printed[i]!)
}

function target({ width, height }: PdfPage, { x, y, w, h, kind }: LabelledBox): LabelTarget {
  const place = { x0: x * width, y0: y * height, x1: (x + w) * width, y1: (y + h) * height }
  return { ...place, isCheckbox: kind === 'checkbox' }
}

interface FormName {
  x: number
  y: number
  w: number
  h: number
  name: string
}

/** The alternate names of the form fields on the page (ISO 32000-1, 12.7.3.1: `/TU`, made for people). */
function formNames(page: PdfPage): FormName[] {
  return items(get.array(page.dict, 'Annots'))
    .slice(0, MOST_ANNOTATIONS)
    .flatMap((widget) => {
      if (!(widget instanceof PDFDict) || get.name(widget, 'Subtype') !== 'Widget') return []
      const parent = get.dict(widget, 'Parent')
      const name = textOf(get.object(widget, 'TU')) ?? (parent && textOf(get.object(parent, 'TU')))
      const [x0, y0, x1, y1] = numbers(get.array(widget, 'Rect'))
      if (!name || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return []
      return [{ ...toFractions(page, [x0, y0, x1, y1]), name }]
    })
}

function textOf(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined
  const text = object
    .decodeText()
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return text === '' || [...text].length > 120 ? undefined : text
}

/** Most of the smaller one lies in the other. */
function isSamePlace(a: LabelledBox | FormName, b: LabelledBox): boolean {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 && w * h > 0.5 * Math.min(a.w * a.h, b.w * b.h)
}

import { randomUUID } from 'node:crypto'
import { upTo } from '../../../characters.ts'
import type { DraftBox, DraftFieldKind, DraftFile } from '../../../db/schema.ts'
import { DRAFTS } from '../../../limits.ts'
import { inPage } from '../../in-page.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'

export const boxName = (at: number, key: string) => `boxes[${at}].${key}`

const MM_PER_POINT = 25.4 / 72
/** As placed in millimetres, of a page as it is displayed. */
export const toMm = (share: number, points: number) => Math.round(share * points * MM_PER_POINT * 10) / 10
const fromMm = (mm: number, points: number) => mm / MM_PER_POINT / points

export const FIELD_KINDS: Record<DraftFieldKind, string> = {
  signature: 'Signature',
  initial: 'Initials',
  date: 'Date',
  name: 'Name',
  text: 'Text',
  checkbox: 'Checkbox',
}

export interface FilePlacement {
  placement: DraftFile['placement']
  boxes: DraftBox[]
  problems: Problems
}

/** Where the signers sign in a PDF, and what of it is no place on its pages. */
export function placementOf(form: Form, file: DraftFile): FilePlacement {
  const count = Math.min(Number(form.text('boxes')) || 0, DRAFTS.boxes + 1)
  const wanted = form.text('placement')
  const placement = wanted === 'explicit' || wanted === 'auto_append' ? wanted : 'anchors'
  const problems: Problems = {}
  const boxes: DraftBox[] = []
  for (let at = 0; at < count; at++) {
    if (form.ticked(boxName(at, 'remove'))) continue
    const { box, problem } = boxOf(form, at, file)
    // Where it will be shown: without those that are removed.
    if (problem) problems[boxName(boxes.length, problem.key)] = problem.text
    boxes.push(box)
  }
  return { placement, boxes, problems: placement === 'explicit' ? problems : {} }
}

function boxOf(form: Form, at: number, file: DraftFile) {
  const text = (key: string) => form.text(boxName(at, key))
  // A comma, as many languages write it.
  const number = (key: string) => Number(text(key).replace(',', '.'))
  const kind = text('kind')
  const page = Number.isInteger(number('page')) ? number('page') : 0
  const size = file.pages[page - 1] ?? file.pages[0]!
  const { width, height } = size
  const box: DraftBox = {
    id: upTo(36, text('id')) || randomUUID(),
    kind: Object.hasOwn(FIELD_KINDS, kind) ? (kind as DraftFieldKind) : 'signature',
    signer: upTo(36, text('signer')),
    page: Math.max(1, Math.min(page, file.pages.length)),
    x: fromMm(number('x') || 0, width),
    y: fromMm(number('y') || 0, height),
    w: fromMm(number('w') || 0, width),
    h: fromMm(number('h') || 0, height),
    required: form.ticked(boxName(at, 'required')),
    label: upTo(120, text('label')) || null,
  }
  const problem = problemOf({ page, box, size, count: file.pages.length })
  return { box: problem ? box : inPage(box), problem }
}

/** Place and size are each rounded to a tenth of a millimetre, so that a box at the edge may reach over it by less. */
const EDGE_MM = 0.15

interface Placed {
  page: number
  box: DraftBox
  size: DraftFile['pages'][number]
  count: number
}

function problemOf({ page, box, size, count }: Placed) {
  if (page < 1 || page > count) return { key: 'page', text: `Choose a page from 1 to ${count}.` }
  if (!(box.w > 0)) return { key: 'w', text: 'Enter a width above 0.' }
  if (!(box.h > 0)) return { key: 'h', text: 'Enter a height above 0.' }
  if (!(box.x >= 0 && box.x + box.w <= 1 + fromMm(EDGE_MM, size.width)))
    return { key: 'x', text: 'The field reaches over the side of the page.' }
  if (!(box.y >= 0 && box.y + box.h <= 1 + fromMm(EDGE_MM, size.height)))
    return { key: 'y', text: 'The field reaches over the end of the page.' }
  return null
}

/** Another field, below the last one. */
export function nextBox(boxes: readonly DraftBox[], file: DraftFile, signer: string): DraftBox {
  const last = boxes.at(-1)
  const page = last?.page ?? file.pages.length
  const { width, height } = file.pages[page - 1]!
  const [w, h] = [fromMm(60, width), fromMm(15, height)]
  const below = last ? last.y + last.h + fromMm(5, height) : 1 - h - fromMm(30, height)
  const y = below + h <= 1 ? below : 0
  const x = last?.x ?? fromMm(20, width)
  return {
    ...{ id: randomUUID(), kind: 'signature' as const, signer, page },
    ...inPage({ x, y, w, h }),
    ...{ required: true, label: null },
  }
}

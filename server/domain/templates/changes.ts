import { isDeepStrictEqual } from 'node:util'
import type { Snapshot, TemplateBox, TemplateModel, TemplateSlot } from './model.ts'
import { boxWords } from './problem.ts'

/** One difference between two versions, in words. */
export interface Change {
  how: 'added' | 'removed' | 'moved' | 'changed' | 'replaced'
  /** Such as `text box "iban" of tenant on page 2`. */
  what: string
  /** What of it changed, such as `max length`; of some changes none. */
  details: string[]
}

/** Where a box is, and how large. */
const PLACE = ['page', 'x', 'y', 'w', 'h'] satisfies (keyof TemplateBox)[]

/**
 * What `after` changed of `before`: the PDF, the template's own settings, signers, boxes by their id, and definitions of
 * fields by their key. Empty exactly when both are the same. A box that was moved and changed counts twice.
 */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  return [
    ...fileChanges(before, after),
    ...settingChanges(before.model, after.model),
    ...listChanges(before.model.slots, after.model.slots, ({ slot }) => slot, slotWords),
    ...boxChanges(before.model, after.model),
    ...listChanges(
      before.fields,
      after.fields,
      ({ key }) => key,
      ({ key, kind }) => `${kind === 'collection' ? 'table' : 'field'} "${key}"`,
    ),
  ]
}

function fileChanges({ file: before }: Snapshot, { file: after }: Snapshot): Change[] {
  if (before.sha256 !== after.sha256) return [{ how: 'replaced', what: `the PDF, now "${after.name}"`, details: [] }]
  return isDeepStrictEqual(before, after)
    ? []
    : [{ how: 'changed', what: `the PDF "${after.name}"`, details: ['name'] }]
}

function settingChanges(before: TemplateModel, after: TemplateModel): Change[] {
  const details = differing({ ...before, slots: null, boxes: null }, { ...after, slots: null, boxes: null })
  if (reordered(before.slots, after.slots, ({ slot }) => slot)) details.push('order of the signers')
  if (reordered(before.boxes, after.boxes, ({ id }) => id)) details.push('order of the boxes')
  return details.length === 0 ? [] : [{ how: 'changed', what: 'the template', details }]
}

function boxChanges(before: TemplateModel, after: TemplateModel): Change[] {
  const known = new Map(before.boxes.map((box) => [box.id, box]))
  const kept = new Set(after.boxes.map(({ id }) => id))
  const removed = before.boxes.filter(({ id }) => !kept.has(id)).map((box) => gone(boxWords(box, before)))
  const rest = after.boxes.flatMap((box): Change[] => {
    const what = boxWords(box, after)
    const old = known.get(box.id)
    if (!old) return [{ how: 'added', what, details: [] }]
    const isMoved = PLACE.some((key) => old[key] !== box[key])
    const details = differing({ ...old, ...placeOf(box) }, box)
    return [
      ...(isMoved ? [{ how: 'moved' as const, what, details: moveWords(old, box) }] : []),
      ...(details.length > 0 ? [{ how: 'changed' as const, what, details }] : []),
    ]
  })
  return [...removed, ...rest]
}

function moveWords(old: TemplateBox, box: TemplateBox): string[] {
  return [
    ...(old.page !== box.page ? [`from page ${old.page}`] : []),
    ...(old.w !== box.w || old.h !== box.h ? ['size'] : []),
  ]
}

const placeOf = ({ page, x, y, w, h }: TemplateBox) => ({ page, x, y, w, h })

/** Signers or fields, each known by its own number or key. */
function listChanges<Item extends object>(
  before: Item[],
  after: Item[],
  keyOf: (item: Item) => string | number,
  wordsOf: (item: Item) => string,
): Change[] {
  const known = new Map(before.map((item) => [keyOf(item), item]))
  const kept = new Set(after.map(keyOf))
  const removed = before.filter((item) => !kept.has(keyOf(item))).map((item) => gone(wordsOf(item)))
  const rest = after.flatMap((item): Change[] => {
    const old = known.get(keyOf(item))
    if (!old) return [{ how: 'added', what: wordsOf(item), details: [] }]
    const details = differing(old, item)
    return details.length === 0 ? [] : [{ how: 'changed', what: wordsOf(item), details }]
  })
  return [...removed, ...rest]
}

const slotWords = ({ slot, role }: TemplateSlot) => `signer ${role} (slot ${slot})`

const gone = (what: string): Change => ({ how: 'removed', what, details: [] })

/** Whether what both have stands in another order. */
function reordered<Item>(before: Item[], after: Item[], keyOf: (item: Item) => unknown): boolean {
  const [old, now] = [before.map(keyOf), after.map(keyOf)]
  const [oldKeys, nowKeys] = [new Set(old), new Set(now)]
  return !isDeepStrictEqual(
    old.filter((key) => nowKeys.has(key)),
    now.filter((key) => oldKeys.has(key)),
  )
}

/** The keys whose values differ, as words: `max length`. */
function differing(before: object, after: object): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => !isDeepStrictEqual(old.get(key), now.get(key)))
    .map((key) => key.replaceAll('_', ' '))
}

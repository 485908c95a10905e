import { UPLOAD_LIMITS } from '../../pdf/limits.ts'
import { rowHeight, TABLE } from '../../pdf/table-sizes.ts'
import type { PageSize } from '../../pdf/types.ts'
import { pagesAtMost } from '../values/reserve.ts'
import { checkKind } from './check-kind.ts'
import { checkSlots } from './check-slots.ts'
import type { TemplateBox, TemplateModel } from './model.ts'
import { type Checked, type KnownField, ofBox } from './problem.ts'

/** A box smaller than this, in points, can hold no text. */
const MIN_BOX_POINTS = 6
const TOLERANCE = 1e-6

/** Everything that keeps a model from being locked (decision 0502), each problem with its box or slot. */
export function checkModel(model: TemplateModel, pages: PageSize[], fields: ReadonlyMap<string, KnownField>): Checked {
  const checked: Checked = { problems: [], warnings: [] }
  checkSlots(model, checked)
  for (const box of model.boxes) {
    if (!checkPlace(box, pages, checked)) continue
    checkKind(box, model, fields, checked)
    if (box.table) checkTable(box, model, pages, checked)
  }
  checkOwners(model, checked)
  checkOverlaps(model, checked)
  checkPageCount(model, pages, checked)
  return checked
}

/** @returns whether the box is on a page */
function checkPlace(box: TemplateBox, pages: PageSize[], { problems }: Checked): boolean {
  const page = pages[box.page - 1]
  if (!page || box.x + box.w > 1 + TOLERANCE || box.y + box.h > 1 + TOLERANCE) {
    const why = page ? `extends beyond page ${box.page}` : `is on page ${box.page} of ${pages.length}`
    problems.push(ofBox(box, 'box_off_page', `the box ${why}`))
    return page !== undefined
  }
  if (box.w * page.width < MIN_BOX_POINTS || box.h * page.height < MIN_BOX_POINTS) {
    problems.push(ofBox(box, 'box_too_small', `the box is smaller than ${MIN_BOX_POINTS} points`))
  }
  return true
}

function checkTable(box: TemplateBox, model: TemplateModel, pages: PageSize[], checked: Checked): void {
  const { table } = box
  if (!table) return
  const total = table.columns.reduce((sum, { share }) => sum + share, 0)
  if (Math.abs(total - 1) > 0.001) {
    checked.problems.push(
      ofBox(box, 'shares', `the columns' shares add up to ${Number(total.toFixed(4))} instead of 1`),
    )
  }
  const height = box.h * pages[box.page - 1]!.height
  const needed =
    rowHeight(table.header ? 2 : 1, box.style?.size ?? TABLE.textSize) + (table.header ? 2 * TABLE.padding : 0)
  if (height < needed) {
    const what = table.header ? 'its header and one row' : 'one row'
    checked.problems.push(
      ofBox(box, 'table_too_small', `the table is too low for ${what}: ${needed.toFixed(1)} points`),
    )
  }
  checkContinuation(box, model, pages, checked)
  if (box.slot !== null) checkInteractive(box, model, checked)
}

/** Backgrounds of added pages are the last pages of the PDF and hold no box. */
function checkContinuation(box: TemplateBox, { boxes }: TemplateModel, pages: PageSize[], { problems }: Checked): void {
  const page = box.table?.continuation_page ?? null
  if (page === null) return
  const backgrounds = boxes.flatMap(({ table }) => table?.continuation_page ?? [])
  const first = Math.min(...backgrounds)
  const free = !boxes.some((other) => other.page >= first)
  const allLast = Array.from({ length: Math.max(0, pages.length - first + 1) }, (_, i) => first + i).every((last) =>
    backgrounds.includes(last),
  )
  const refuse = (why: string) =>
    problems.push(ofBox(box, 'continuation_page', `page ${page} cannot be the background of added pages: ${why}`))
  if (page > pages.length || page === 1 || !free || !allLast) {
    refuse('backgrounds are the last pages and hold no box')
  } else if (!sameSize(pages[page - 1]!, pages[box.page - 1]!)) {
    refuse(`it is not as large as page ${box.page}, where the table starts`)
  }
}

function sameSize(a: PageSize, b: PageSize): boolean {
  return Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1
}

function checkInteractive(box: TemplateBox, model: TemplateModel, { warnings }: Checked): void {
  if (model.slots.length < 2) return
  if (model.signing_mode === 'parallel') {
    const message = 'signers sign at the same time: the sender must give the rows of this table'
    warnings.push(ofBox(box, 'parallel_interactive_table', message))
    return
  }
  // Without places the order is that of the list, as for an instance.
  const places = new Map(model.slots.map((one, index) => [one.slot, one.signing_order ?? index + 1]))
  const own = places.get(box.slot!)
  if (own !== undefined && [...places.values()].some((place) => place < own)) {
    const message = 'an earlier signer signs before the rows of this table are known'
    warnings.push(ofBox(box, 'table_owner_not_first', message))
  }
}

/** All boxes of one key belong to the sender, or to one slot. */
function checkOwners({ boxes }: TemplateModel, { problems }: Checked): void {
  const owners = new Map<string, number | null>()
  for (const box of boxes) {
    if (box.field === null) continue
    const owner = owners.get(box.field)
    if (owner === undefined) owners.set(box.field, box.slot)
    else if (owner !== box.slot) {
      const message = `"${box.field}" is filled by two parties; all boxes of one key belong to the sender or to one slot`
      problems.push(ofBox(box, 'mixed_owner', message))
    }
  }
}

function checkOverlaps({ boxes }: TemplateModel, { warnings }: Checked): void {
  const sorted = [...boxes].sort((a, b) => a.page - b.page || a.y - b.y)
  sorted.forEach((box, index) => {
    for (const other of sorted.slice(index + 1)) {
      if (other.page !== box.page || other.y >= box.y + box.h - TOLERANCE) break
      if (other.x >= box.x + box.w - TOLERANCE || box.x >= other.x + other.w - TOLERANCE) continue
      warnings.push(ofBox(other, 'overlap', `the box overlaps another one on page ${box.page}`))
      break
    }
  })
}

/** Reserves the most pages that tables can add, so that no signer is stuck. */
function checkPageCount({ boxes }: TemplateModel, pages: PageSize[], { problems }: Checked): void {
  let total = pages.length
  let widest: TemplateBox | null = null
  for (const box of boxes) {
    const page = pages[box.page - 1]
    if (!box.table || !page) continue
    widest ??= box
    total += pagesAtMost(box, page)
  }
  if (total <= UPLOAD_LIMITS.pages) return
  const message = `with all rows the document would have ${total} pages; at most ${UPLOAD_LIMITS.pages} are possible`
  problems.push({ code: 'too_many_pages', message, box: widest?.id ?? null, slot: null })
}

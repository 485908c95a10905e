import type { TemplateModel, TemplateSlot } from './model.ts'
import type { Checked, ProblemCode } from './problem.ts'

/** Numbers, roles and order of the slots, and that each signs (decision 0502). */
export function checkSlots(model: TemplateModel, { problems }: Checked): void {
  const add = ({ slot }: TemplateSlot, code: ProblemCode, message: string) =>
    problems.push({ code, message, box: null, slot })
  const orders = model.slots.map(({ signing_order }) => signing_order)
  const ordered = orders.some((order) => order !== null)
  model.slots.forEach((slot, index) => {
    const before = model.slots.slice(0, index)
    const name = `slot ${slot.slot} (${slot.role})`
    if (before.some((other) => other.slot === slot.slot)) {
      add(slot, 'duplicate_slot', `there are two slots ${slot.slot}`)
    }
    if (before.some((other) => other.role === slot.role)) {
      add(slot, 'duplicate_role', `two slots have the role "${slot.role}"`)
    }
    if (model.signing_mode === 'sequential' && ordered) {
      if (slot.signing_order === null) add(slot, 'order_incomplete', `${name} has no signing_order, others have one`)
      else if (orders.indexOf(slot.signing_order) !== index) {
        add(slot, 'order_incomplete', `signing_order ${slot.signing_order} is given twice`)
      }
    }
    const boxes = model.boxes.filter((box) => box.slot === slot.slot)
    if (boxes.length === 0) add(slot, 'slot_without_boxes', `${name} has no boxes`)
    else if (!boxes.some(({ kind }) => kind === 'signature' || kind === 'initial')) {
      add(slot, 'slot_without_signature', `${name} has boxes but no signature or initials`)
    }
  })
}

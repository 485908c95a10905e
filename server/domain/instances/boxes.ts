import type { RenderedFile } from '../../pdf/print/types.ts'
import type { DraftField } from '../sending/draft.ts'
import type { FieldValue } from '../signing/values.ts'
import { labelIn, type Snapshot, type TemplateBox } from '../templates/model.ts'
import type { CheckedValues, GivenValue } from '../templates/values/check.ts'
import { valuePrinter } from '../templates/values/print.ts'

/**
 * The boxes that the signers fill, as fields of an explicit placement, where their pages are in the document. What the
 * sender gave for a signer is filled in; a fixed value is printed instead and has no field (decision 0507).
 */
export function fieldsOf(
  { model, fields }: Pick<Snapshot, 'model' | 'fields'>,
  values: CheckedValues['values'],
  { pageOf }: Pick<RenderedFile, 'pageOf'>,
): DraftField[] {
  const print = valuePrinter(model.locale)
  return model.boxes.flatMap((box): DraftField[] => {
    const { kind, slot } = box
    const given = box.field === null ? undefined : values.get(box.field)
    if (slot === null || kind === 'table' || given?.printed) return []
    const definition = fields.find(({ key }) => key === box.field)
    const yesOrNo = (value: boolean) =>
      definition?.kind === 'scalar' ? print(value, definition, box.format) : String(value)
    return [
      {
        role: model.slots.find((one) => one.slot === slot)!.role,
        kind,
        page: shownOn(pageOf, box.page),
        x: box.x,
        y: box.y,
        w: box.w,
        h: box.h,
        fieldKey: box.field,
        label: labelIn(box.label, model.locale) ?? labelIn(definition?.labels ?? null, model.locale),
        // Of several options at most one is ticked.
        required: box.required && box.option === null,
        maxLength: box.max_length ?? (definition?.kind === 'scalar' ? definition.max_length : null),
        option: box.option,
        value: given ? prefill(box, given, yesOrNo) : null,
      },
    ]
  })
}

/** A box of a signer is on a page that is shown: the lock check refuses one on a background. */
function shownOn(pageOf: RenderedFile['pageOf'], page: number): number {
  const shown = pageOf[page - 1]
  if (typeof shown !== 'number') throw new Error(`page ${page} of the template is not shown`)
  return shown
}

/** The keys of the tables that signers would fill in, because the sender gave no rows. */
export function unresolvedTables({ model }: Pick<Snapshot, 'model'>, values: CheckedValues['values']): TemplateBox[] {
  return model.boxes.filter(
    ({ kind, slot, field }) => kind === 'table' && slot !== null && field !== null && !values.has(field),
  )
}

function prefill(box: TemplateBox, { value }: GivenValue, yesOrNo: (value: boolean) => string): FieldValue | null {
  if (Array.isArray(value)) return null
  if (box.kind === 'checkbox') {
    return { type: 'checked', checked: box.option === null ? value === true : value === box.option }
  }
  return { type: 'text', text: typeof value === 'string' ? value : yesOrNo(value) }
}

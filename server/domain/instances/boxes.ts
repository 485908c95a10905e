import type { AnswerType } from '../../db/values.ts'
import type { RenderedFile } from '../../pdf/print/types.ts'
import type { FieldDefinition, Labels, ScalarDefinition } from '../fields/definition.ts'
import { type Locale, toLocale } from '../locales.ts'
import type { DraftField, DraftSigner } from '../sending/draft.ts'
import type { TableField } from '../signing/tables.ts'
import type { FieldValue } from '../signing/values.ts'
import { labelIn, type Snapshot, type TemplateBox } from '../templates/model.ts'
import type { CheckedValues, GivenValue } from '../values/check.ts'
import { valuePrinter } from '../values/print.ts'

/**
 * The boxes that the signers fill, as fields of an explicit placement, where their pages are in the document. What the
 * sender gave for a signer is filled in, in the signer's language, and so are the names of fields where the template has them; a fixed value is printed instead and has no field (decision 0507).
 */
export function draftFieldsOf(
  { model, fields }: Pick<Snapshot, 'model' | 'fields'>,
  values: CheckedValues['values'],
  { pageOf }: Pick<RenderedFile, 'pageOf'>,
  signers: readonly Pick<DraftSigner, 'slot' | 'locale'>[],
): DraftField[] {
  return model.boxes.flatMap((box): DraftField[] => {
    const { kind, slot } = box
    const given = box.field === null ? undefined : values.get(box.field)
    if (slot === null || given?.printed) return []
    const definition = fields.find(({ key }) => key === box.field)
    const scalar = definition?.kind === 'scalar' ? definition : null
    const locale = toLocale(signers.find((signer) => signer.slot === slot)?.locale ?? model.locale)
    const name = (labels: Labels | null) => labels?.[locale] ?? labelIn(labels, model.locale)
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
        label: name(box.label) ?? name(definition?.labels ?? null),
        required: box.required,
        maxLength: box.max_length ?? scalar?.max_length ?? null,
        option: box.option,
        answerType: scalar && answerTypeOf(scalar, locale),
        table: tableOf(box, definition, { paper: model.locale, locale }),
        value: given && scalar ? prefill(box, given, scalar, locale) : null,
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

/** Null: no table. */
function tableOf(
  box: TemplateBox,
  definition: FieldDefinition | undefined,
  locales: Pick<TableField, 'paper' | 'locale'>,
): TableField | null {
  if (box.kind !== 'table' || definition?.kind !== 'collection') return null
  return { box, definition, ...locales }
}

function answerTypeOf({ type, options, currency, decimals }: ScalarDefinition, locale: Locale): AnswerType {
  return { type, options, currency, decimals, locale }
}

/** As the signer reads it: in their own language, as the signer would write it. */
function prefill(
  box: TemplateBox,
  { value }: GivenValue,
  definition: ScalarDefinition,
  locale: Locale,
): FieldValue | null {
  if (Array.isArray(value)) return null
  if (box.kind === 'checkbox') {
    return { type: 'checked', checked: box.option === null ? value === true : value === box.option }
  }
  return { type: 'text', text: valuePrinter(locale)(value, definition, box.format), kept: value }
}

import type { FieldDefinition } from '../../../domain/fields/definition.ts'
import {
  type BoxKind,
  DEFAULT_STYLE,
  type TableSpec,
  type TemplateBox,
  type TemplateModel,
} from '../../../domain/templates/model.ts'
import type { Command, Place } from '../boxes/commands.ts'
import { isSigners } from './words.ts'

export type EditorCommand = Command<EditorModel>
/** The boxes of a model are never changed in place. */
export type EditorModel = TemplateModel

/** A new box for a slot, or for the sender (null). A sender does not sign: the first slot does. */
export function newBox(model: TemplateModel, kind: BoxKind, slot: number | null, place: Place): TemplateBox {
  return {
    id: crypto.randomUUID(),
    ...place,
    kind,
    slot: isSigners(kind) ? (slot ?? model.slots[0]?.slot ?? null) : slot,
    field: null,
    option: null,
    required: kind !== 'checkbox',
    prefill: 'editable',
    label: null,
    max_length: null,
    style: null,
    format: null,
    // Until its field is chosen: a table without columns could be neither saved nor imported.
    table: null,
  }
}

const newTable = (): Omit<TableSpec, 'columns'> => ({
  header: true,
  zebra: false,
  max_rows: 200,
  empty: 'header',
  continuation_page: null,
})

/** With all columns of its collection, each as wide; null: there are none. */
export function tableOf(field: FieldDefinition | undefined, before: TableSpec | null): TableSpec | null {
  if (field?.kind !== 'collection' || field.columns.length === 0) return null
  const { columns } = field
  // Shares with four digits that add up to 1.
  const share = Math.floor(10_000 / columns.length) / 10_000
  const rest = Number((1 - share * (columns.length - 1)).toFixed(4))
  return {
    ...(before ?? newTable()),
    columns: columns.map(({ key }, at) => ({ key, share: at === 0 ? rest : share, align: null })),
  }
}

/** What a box keeps when it becomes of another kind. */
export function asKind(box: TemplateBox, kind: BoxKind, model: TemplateModel): Partial<TemplateBox> {
  const fits =
    box.kind === kind || (!isSigners(kind) && !isSigners(box.kind) && kind !== 'table' && box.kind !== 'table')
  return {
    kind,
    slot: isSigners(kind) ? (box.slot ?? model.slots[0]?.slot ?? null) : box.slot,
    field: fits ? box.field : null,
    option: kind === 'checkbox' ? box.option : null,
    table: kind === 'table' ? box.table : null,
  }
}

export const styled = (box: TemplateBox, to: Partial<NonNullable<TemplateBox['style']>>): Partial<TemplateBox> => ({
  style: { ...(box.style ?? DEFAULT_STYLE), ...to },
})

/** Everything replaced at once, so that it can be undone at once. */
export function replaced(before: TemplateModel, after: TemplateModel): EditorCommand {
  const { boxes, ...rest } = after
  return {
    type: 'all',
    commands: [
      { type: 'remove', ids: before.boxes.map(({ id }) => id) },
      { type: 'amend', to: rest },
      { type: 'insert', boxes: boxes.map((box, at) => ({ at, box })) },
    ],
  }
}

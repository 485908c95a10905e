import { type ColumnDefinition, type FieldDefinition, type Labels, MAX_ROWS } from '../fields/definition.ts'
import type { Asked, Prefill, TemplateBox } from './box.ts'

/** A value that a template prints or asks for: what its boxes and its definition say together. */
export interface TemplateInput {
  definition: FieldDefinition
  /** The slot that enters it; null: the sender gives it. */
  slot: number | null
  required: boolean
  /** What a sender's value for a signer's field becomes; the strictest of its boxes. */
  prefill: Prefill
  labels: Labels
  /** Characters; the shortest limit of definition and boxes. */
  maxLength: number | null
  /** Of a collection. */
  maxRows: number | null
  /** Those that are printed, in order; of a collection. */
  columns: ColumnDefinition[]
  /** The boxes that show it, in the template's order. */
  boxes: TemplateBox[]
}

const STRICTNESS: readonly Prefill[] = ['editable', 'fixed', 'refused']

/** Every value of the template once, in the order of the boxes (contract 2.7 `field_values[]`). */
export function inputsOf({ model, fields }: Asked): TemplateInput[] {
  const definitions = new Map(fields.map((definition) => [definition.key, definition]))
  const boxes = new Map<string, TemplateBox[]>()
  for (const box of model.boxes) {
    if (box.field !== null) boxes.set(box.field, [...(boxes.get(box.field) ?? []), box])
  }
  return [...boxes].flatMap(([key, placed]) => {
    const definition = definitions.get(key)
    return definition ? [inputOf(definition, placed)] : []
  })
}

function inputOf(definition: FieldDefinition, boxes: TemplateBox[]): TemplateInput {
  const own = definition.kind === 'scalar' ? definition.max_length : null
  const lengths = [own, ...boxes.map((box) => box.max_length)].filter((length) => length !== null)
  const label = boxes.find((box) => box.label !== null)?.label
  return {
    definition,
    slot: boxes[0]!.slot,
    required: boxes.some((box) => box.required),
    prefill: STRICTNESS[Math.max(...boxes.map((box) => STRICTNESS.indexOf(box.prefill)))]!,
    labels: label ?? definition.labels,
    maxLength: lengths.length > 0 ? Math.min(...lengths) : null,
    maxRows: definition.kind === 'collection' ? rowsOf(definition.max_rows, boxes) : null,
    columns: definition.kind === 'collection' ? printedColumns(definition.columns, boxes) : [],
    boxes,
  }
}

function rowsOf(max: number, boxes: TemplateBox[]): number {
  return Math.min(MAX_ROWS, max, ...boxes.map(({ table }) => table?.max_rows ?? MAX_ROWS))
}

function printedColumns(columns: ColumnDefinition[], boxes: TemplateBox[]): ColumnDefinition[] {
  const keys = new Set(boxes.flatMap(({ table }) => table?.columns.map(({ key }) => key) ?? []))
  return [...keys].flatMap((key) => columns.find((column) => column.key === key) ?? [])
}

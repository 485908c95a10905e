import type { ScalarDefinition } from '../../fields/definition.ts'
import { DEFAULT_STYLE, type Snapshot, type TemplateBox } from '../model.ts'

/** Not a key that the registry takes: nothing of the template's own is replaced. */
const PREFIX = 'signer:'

/** Whether a field is a placeholder and none of the template's own. */
export const isPlaceholder = (field: string) => field.startsWith(PREFIX)

/**
 * Prints into every box of a signer what it is and whose, as `[Signature, tenant]`. The boxes themselves stay, so that
 * everything else is as it would be.
 * @returns the template with these prints, and their values
 */
export function withPlaceholders(snapshot: Snapshot): { snapshot: Snapshot; values: Record<string, string> } {
  const { model, fields } = snapshot
  const made = model.boxes.flatMap((box) => {
    if (box.slot === null) return []
    const role = model.slots.find(({ slot }) => slot === box.slot)?.role ?? `slot ${box.slot}`
    const what = box.kind.charAt(0).toUpperCase() + box.kind.slice(1)
    return [{ box: placeholder(box), text: `[${what}, ${role}]` }]
  })
  return {
    snapshot: {
      ...snapshot,
      model: { ...model, boxes: [...model.boxes, ...made.map(({ box }) => box)] },
      fields: [...fields, ...made.map(({ box }) => definitionOf(box.field))],
    },
    values: Object.fromEntries(made.map(({ box, text }) => [box.field, text])),
  }
}

function placeholder(box: TemplateBox): TemplateBox & { field: string } {
  return {
    ...box,
    field: `${PREFIX}${box.id}`,
    kind: 'text',
    slot: null,
    option: null,
    required: false,
    label: null,
    max_length: null,
    style: { ...DEFAULT_STYLE, size: 9, align: 'center', lines: 'many' },
    format: null,
    table: null,
  }
}

function definitionOf(key: string): ScalarDefinition {
  const rest = { options: [], currency: null, decimals: null, max_length: null, labels: {}, example: null }
  return { key, kind: 'scalar', type: 'text', ...rest }
}

import type { CollectionDefinition, FieldDefinition } from '../fields/definition.ts'
import type { TemplateBox, TemplateModel } from './model.ts'
import { type Checked, type KnownField, ofBox } from './problem.ts'

/** Whether kind, slot and field of a box go together, and whether slot and field exist (decision 0502). */
export function checkKind(
  box: TemplateBox,
  { slots }: Pick<TemplateModel, 'slots'>,
  fields: ReadonlyMap<string, KnownField>,
  { problems }: Checked,
): void {
  const mismatch = (message: string) => problems.push(ofBox(box, 'kind_mismatch', message))
  if (box.slot !== null && !slots.some(({ slot }) => slot === box.slot)) {
    mismatch(`the template has no slot ${box.slot}`)
  }
  if ((box.kind === 'table') !== (box.table !== null)) mismatch('a table, and only a table, has columns')
  const known = box.field === null ? undefined : fields.get(box.field)
  if (box.field !== null && !known) {
    problems.push(ofBox(box, 'field_unknown', `the registry has no field "${box.field}"`))
    return
  }
  if (known?.archived) problems.push(ofBox(box, 'field_archived', `the field "${box.field}" is archived`))
  const definition = known?.definition ?? null
  switch (box.kind) {
    case 'signature':
    case 'initial':
    case 'date':
    case 'name':
      if (box.slot === null) mismatch(`a ${box.kind} box needs a slot, the recipient who fills it in`)
      if (definition) mismatch(`a ${box.kind} box has no field`)
      return
    case 'text':
      if (!definition && box.slot === null) mismatch('a text box needs a field or a slot')
      if (definition && definition.kind !== 'scalar') mismatch(`"${definition.key}" is a collection; use a table`)
      return
    case 'checkbox':
      checkCheckbox(box, definition, mismatch, (message) => problems.push(ofBox(box, 'option_unknown', message)))
      return
    case 'table':
      if (definition?.kind !== 'collection') mismatch('a table needs a field that is a collection')
      else checkColumns(box, definition, (message) => problems.push(ofBox(box, 'column_unknown', message)))
  }
}

type Report = (message: string) => void

function checkCheckbox(box: TemplateBox, field: FieldDefinition | null, mismatch: Report, unknown: Report): void {
  if (!field) {
    if (box.slot === null) mismatch('a checkbox needs a field or a slot')
    if (box.option !== null) mismatch('a checkbox with an option needs a field of type enum')
  } else if (field.kind === 'scalar' && field.type === 'enum') {
    if (box.option === null) mismatch(`a checkbox on "${field.key}" needs the option that ticks it`)
    else if (!field.options.includes(box.option)) unknown(`"${field.key}" has no option "${box.option}"`)
  } else if (field.kind !== 'scalar' || field.type !== 'boolean' || box.option !== null) {
    mismatch(`a checkbox needs a boolean, or an enum with an option; "${field.key}" is neither`)
  }
}

function checkColumns(box: TemplateBox, { key, columns }: CollectionDefinition, unknown: Report): void {
  for (const column of box.table?.columns ?? []) {
    if (!columns.some((one) => one.key === column.key)) unknown(`"${key}" has no column "${column.key}"`)
  }
}

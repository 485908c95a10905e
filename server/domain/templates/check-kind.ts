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
    mismatch(`the template has no recipient ${box.slot}`)
  }
  if (box.kind !== 'table' && box.table !== null) mismatch(`a ${box.kind} box cannot have columns; only a table can`)
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
      if (box.slot === null) mismatch(`choose who fills in this ${box.kind}`)
      if (definition) mismatch(`a ${box.kind} box cannot show a field`)
      return
    case 'text':
      if (!definition && box.slot === null) mismatch('choose a field for this text box, or who fills it in')
      if (definition && definition.kind !== 'scalar')
        mismatch(`"${definition.key}" is a table; place it with a table box`)
      return
    case 'checkbox':
      checkCheckbox(box, definition, mismatch, (message) => problems.push(ofBox(box, 'option_unknown', message)))
      return
    case 'table':
      if (!definition) mismatch('choose the table to show here')
      else if (definition.kind !== 'collection') mismatch(`"${definition.key}" is no table; choose one that is`)
      else if (box.table === null) mismatch('choose the columns of this table')
      else checkColumns(box, definition, (message) => problems.push(ofBox(box, 'column_unknown', message)))
  }
}

type Report = (message: string) => void

function checkCheckbox(box: TemplateBox, field: FieldDefinition | null, mismatch: Report, unknown: Report): void {
  if (!field) {
    if (box.slot === null) mismatch('choose a field for this checkbox, or who ticks it')
    if (box.option !== null) mismatch('a checkbox can stand for a choice only where its field has choices')
  } else if (field.kind === 'scalar' && field.type === 'enum') {
    if (box.option === null) mismatch(`choose which choice of "${field.key}" ticks this checkbox`)
    else if (!field.options.includes(box.option)) unknown(`"${field.key}" does not have the choice "${box.option}"`)
  } else if (field.kind !== 'scalar' || field.type !== 'boolean' || box.option !== null) {
    mismatch(`a checkbox shows a yes or no, or one of several choices; "${field.key}" is neither`)
  }
}

function checkColumns(box: TemplateBox, { key, columns }: CollectionDefinition, unknown: Report): void {
  for (const column of box.table?.columns ?? []) {
    if (!columns.some((one) => one.key === column.key)) unknown(`"${key}" has no column "${column.key}"`)
  }
}

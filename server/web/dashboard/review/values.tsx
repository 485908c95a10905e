import type { ValueType } from '../../../domain/fields/definition.ts'
import type { Review } from '../../../domain/instances/review.ts'
import type { TemplateInput } from '../../../domain/templates/inputs.ts'
import { labelIn } from '../../../domain/templates/model.ts'
import { Field, type Problems, Select, TextArea } from '../parts/form.tsx'
import { cellName, type Entries, nameOf, rowCount } from './form.ts'

export interface ValuesProps {
  review: Review
  inputs: TemplateInput[]
  entries: Entries
  problems: Problems
}

/** The values of the sender as fields of a form. */
export function Values({ review, inputs, entries, problems }: ValuesProps) {
  const { locale } = review.template.model
  return (
    <>
      {inputs.map((input) => {
        const { definition, required } = input
        const label = `${labelIn(input.labels, locale) ?? definition.key}${required ? '' : ' (optional)'}`
        if (definition.kind === 'collection') return <Rows {...{ review, input, entries, problems, label }} />
        const name = nameOf(definition.key)
        return (
          <ValueField
            {...{ name, label, problems, required }}
            type={definition}
            value={entries[name] ?? ''}
            maxLength={input.maxLength}
          />
        )
      })}
    </>
  )
}

interface ValueFieldProps {
  name: string
  label: string
  type: ValueType
  value: string
  required: boolean
  maxLength: number | null
  problems: Problems
}

function ValueField({ name, label, type, value, required, maxLength, problems }: ValueFieldProps) {
  const common = { name, label, problems, value }
  const limit = maxLength === null ? {} : { maxlength: maxLength }
  switch (type.type) {
    case 'multiline':
      return <TextArea {...common} {...limit} rows={3} />
    case 'boolean':
      return <Select {...common} options={choices(required, [['true', 'Yes'] as const, ['false', 'No'] as const])} />
    case 'enum':
      return (
        <Select
          {...common}
          options={choices(
            required,
            type.options.map((option) => [option, option] as const),
          )}
        />
      )
    case 'date':
      return <Field {...common} type="date" />
    case 'money':
      return <Field {...common} hint={type.currency ?? undefined} />
    case 'number':
      return <Field {...common} />
    case 'email':
      return <Field {...common} type="email" {...limit} />
    case 'phone':
      return <Field {...common} type="tel" />
    case 'text':
      return <Field {...common} {...limit} />
  }
}

type Choice = readonly [value: string, label: string]

/** What need not be given has a choice of nothing. */
function choices(required: boolean, given: Choice[]): Choice[] {
  return required ? given : [['', 'Not given'], ...given]
}

interface RowsProps extends Omit<ValuesProps, 'inputs'> {
  input: TemplateInput
  label: string
}

/** A table: its rows, and room for more. */
function Rows({ review, input, entries, problems, label }: RowsProps) {
  const { locale } = review.template.model
  const { key } = input.definition
  const count = rowCount(review, input, entries)
  if (count === null) {
    return <p class="small">{label}: too many rows to be edited here; they stay as they are.</p>
  }
  const heads = input.columns.map((column) => labelIn(column.labels, locale) ?? column.key)
  return (
    <fieldset class="rows" id={nameOf(key)}>
      <legend>{label}</legend>
      {problems[nameOf(key)] && <p class="problem">{problems[nameOf(key)]}</p>}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr>
                {input.columns.map((column, index) => {
                  const name = cellName(key, row, column.key)
                  const wrong = problems[name] !== undefined
                  return (
                    <td>
                      <input
                        id={name}
                        name={name}
                        value={entries[name] ?? ''}
                        aria-label={`${heads[index]}, row ${row + 1}`}
                        aria-invalid={wrong ? 'true' : undefined}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <small class="hint">A row that is left empty is not printed. Save for more rows.</small>
    </fieldset>
  )
}

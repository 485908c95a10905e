import type { ValueType } from '../../../domain/fields/definition.ts'
import type { Locale } from '../../../domain/locales.ts'
import { labelIn } from '../../../domain/templates/model.ts'
import type { TemplateInput } from '../../../domain/values/inputs.ts'
import { EntryField, type Problems, Select, TextArea } from '../parts/form.tsx'
import { Submit } from '../parts/pieces.tsx'
import { cellName, countName, type Entries, rowCount, type ValueForm, valueName } from './entries.ts'

export interface ValuesProps {
  of: Pick<ValueForm, 'inputs' | 'locale'>
  entries: Entries
  problems: Problems
  /** The name of the cell that has the focus; null: none. */
  focus: string | null
}

/** The values of the sender as fields of a form. */
export function ValueFields({ of, entries, problems, focus }: ValuesProps) {
  const { inputs, locale } = of
  return (
    <>
      {inputs.map((input) => {
        const { definition, required } = input
        const label = `${labelIn(input.labels, locale) ?? definition.key}${required ? '' : ' (optional)'}`
        if (definition.kind === 'collection') return <Rows {...{ locale, input, entries, problems, label, focus }} />
        const name = valueName(definition.key)
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
      return <Select {...common} options={choices(required, value, YES_NO)} />
    case 'enum':
      return (
        <Select
          {...common}
          options={choices(
            required,
            value,
            type.options.map((option) => [option, option] as const),
          )}
        />
      )
    case 'date':
      return <EntryField {...common} type="date" />
    case 'money':
      return <EntryField {...common} hint={type.currency ?? undefined} />
    case 'number':
      return <EntryField {...common} />
    case 'email':
      return <EntryField {...common} type="email" {...limit} />
    case 'phone':
      return <EntryField {...common} type="tel" />
    case 'text':
      return <EntryField {...common} {...limit} />
  }
}

/** Of a text in a table that are seen at once. */
const MOST_LINES = 4

interface CellProps {
  name: string
  column: ValueType
  value: string
  label: string
  problem: string | undefined
  autofocus: boolean
}

/** One value of a table. A control of another kind would change the value: a line of text has no line breaks. */
function Cell({ name, column, value, label, problem, autofocus }: CellProps) {
  const said = {
    autofocus,
    title: problem,
    'aria-label': label,
    'aria-invalid': problem === undefined ? undefined : ('true' as const),
  }
  switch (column.type) {
    case 'multiline':
      return (
        <textarea id={name} name={name} rows={Math.min(MOST_LINES, value.split('\n').length)} {...said}>
          {value}
        </textarea>
      )
    case 'boolean':
      return <CellChoice {...{ name, value, said }} given={YES_NO} />
    case 'enum':
      return <CellChoice {...{ name, value, said }} given={column.options.map((one) => [one, one] as const)} />
    default:
      return <input id={name} name={name} value={value} {...said} />
  }
}

interface CellChoiceProps extends Pick<CellProps, 'name' | 'value'> {
  said: object
  given: readonly Choice[]
}

function CellChoice({ name, value, said, given }: CellChoiceProps) {
  // What was given and is none of them is shown, so that it can be seen why it is refused.
  const known = value === '' || given.some(([one]) => one === value)
  const options = [['', ''] as const, ...given, ...(known ? [] : [[value, value] as const])]
  return (
    <select id={name} name={name} {...said}>
      {options.map(([one, text]) => (
        <option value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

type Choice = readonly [value: string, label: string]

/** What need not be given, or was not given yet, has a choice of nothing. */
function choices(required: boolean, value: string, given: readonly Choice[]): readonly Choice[] {
  if (required && value !== '') return given
  return [['', required ? 'Choose' : 'Not given'], ...given]
}

interface RowsProps extends Omit<ValuesProps, 'of'> {
  locale: Locale
  input: TemplateInput
  label: string
}

/** A table: its rows, and room for more. Its buttons send the form, and it comes back with the rows they ask for. */
function Rows({ locale, input, entries, problems, label, focus }: RowsProps) {
  const { key } = input.definition
  const count = rowCount(input, entries)
  const heads = input.columns.map((column) => labelIn(column.labels, locale) ?? column.key)
  return (
    <fieldset class="rows" id={valueName(key)}>
      <legend>{label}</legend>
      {problems[valueName(key)] && <p class="problem">{problems[valueName(key)]}</p>}
      <input type="hidden" name={countName(key)} value={String(count)} />
      {/* It can be scrolled by keyboard, too. */}
      <section class="scroll" tabindex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col">{head}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr>
                {input.columns.map((column, index) => {
                  const name = cellName(key, row, column.key)
                  return (
                    <td>
                      <Cell
                        {...{ name, column }}
                        value={entries[name] ?? ''}
                        label={`${heads[index]}, row ${row + 1}`}
                        problem={problems[name]}
                        autofocus={name === focus}
                      />
                    </td>
                  )
                })}
                <td>
                  <Submit
                    label="Remove"
                    kind="small"
                    name="do"
                    value={`less:${key}:${row}`}
                    formnovalidate
                    aria-label={`Remove row ${row + 1}`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="buttons">
        {count < input.maxRows! && (
          <Submit label="Add rows" kind="small" name="do" value={`more:${key}`} formnovalidate />
        )}
        <small class="hint">
          {count} of at most {input.maxRows} rows. One that is left empty is not printed.
        </small>
      </div>
    </fieldset>
  )
}

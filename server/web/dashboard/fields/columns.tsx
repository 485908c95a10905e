import { Checkbox, EntryField, type Problems, Select, TextArea } from '../parts/form.tsx'
import type { ColumnEntry, FieldEntries } from './form.ts'
import { FREE_ROWS, MAX_COLUMNS } from './form.ts'
import { OfType } from './of-type.tsx'
import { TYPES } from './words.ts'

const FREE: ColumnEntry = {
  ...{ key: '', type: 'text', required: false, options: '', currency: '' },
  ...{ labels: '', decimals: '', max_length: '' },
}

/** The columns of a table, with free rows for more; one without a key is left out. */
export function Columns({ entries, problems }: { entries: FieldEntries; problems: Problems }) {
  const free = Math.min(FREE_ROWS, MAX_COLUMNS - entries.columns.length)
  const columns = [...entries.columns, ...Array.from({ length: Math.max(0, free) }, () => FREE)]
  return (
    <>
      <EntryField
        name="max_rows"
        label="Most rows it can have"
        type="number"
        min={1}
        max={1_000}
        hint="Leave it empty for 1,000."
        value={entries.max_rows}
        problems={problems}
      />
      <p id="columns" tabindex={-1} class={problems.columns ? 'problem' : 'small'}>
        {problems.columns ?? 'A column without a key is left out. A column that templates use keeps its type.'}
      </p>
      {columns.map((column, index) => (
        <Column column={column} index={index} problems={problems} />
      ))}
    </>
  )
}

function Column({ column, index, problems }: { column: ColumnEntry; index: number; problems: Problems }) {
  const at = (name: string) => `column.${index}.${name}`
  const title = column.key === '' ? 'New column' : `Column ${index + 1}, ${column.key}`
  const problem = problems[at('key')]
  return (
    <details open={index === 0 || column.key !== ''} class="card pad column" data-types>
      <summary>{title}</summary>
      <div class="stack">
        <div class="field">
          <label for={at('key')}>Key</label>
          <input
            id={at('key')}
            name="column.key"
            value={column.key}
            maxlength={41}
            aria-invalid={problem ? 'true' : undefined}
            aria-describedby={problem ? `${at('key')}-problem` : undefined}
          />
          {problem && (
            <p id={`${at('key')}-problem`} class="problem">
              {problem}
            </p>
          )}
        </div>
        <Select name={at('type')} label="Type" value={column.type} options={TYPES} problems={problems} shows />
        <Checkbox name={at('required')} label="Every row must fill it in" checked={column.required} />
        <TextArea name={at('labels')} label="Labels" value={column.labels} rows={2} problems={problems} />
        <OfType of={column} named={at} problems={problems} />
      </div>
    </details>
  )
}

import type { Locale } from '../../../../domain/locales.ts'
import { NO_ENTRIES } from '../../fields/form.ts'
import { OfType } from '../../fields/of-type.tsx'
import { TYPES } from '../../fields/words.ts'
import { EntryField, Select, TextArea } from '../../parts/form.tsx'
import { Submit } from '../../parts/pieces.tsx'

/** Of a column, which the dialog asks less of than the registry does. */
const COLUMN_TYPES = TYPES.filter(([type]) => ['text', 'number', 'money', 'date', 'boolean'].includes(type))
const COLUMNS = 4

/** Asks for a new field while a box is placed: its name and type, and what the type needs. */
export function NewFieldDialog({ locale }: { locale: Locale }) {
  const own = { of: NO_ENTRIES, named: (name: string) => `new-${name}`, problems: {} }
  return (
    <dialog id="new-field" aria-labelledby="new-field-title">
      <h2 id="new-field-title">New field</h2>
      <form class="stack" data-types data-locale={locale}>
        <EntryField name="new-name" label="Name" required maxlength={120} autocomplete="off" />
        <p class="small">
          In your code: <code id="new-code" />
        </p>
        <Select name="new-type" label="Type" options={[...TYPES, ['collection', 'Table']]} shows />
        <OfType {...own} names={['options', 'currency']} />
        <fieldset class="plain" data-for="collection">
          <legend>Columns</legend>
          {Array.from({ length: COLUMNS }, (_, at) => (
            <div class="pair" data-types data-column>
              <EntryField name={`new-column-${at}`} label={`Column ${at + 1}`} maxlength={120} autocomplete="off" />
              <Select name={`new-column-${at}-type`} label="Type" options={COLUMN_TYPES} shows />
              <div data-for="money">
                <EntryField name={`new-column-${at}-currency`} label="Currency" maxlength={3} placeholder="CHF" />
              </div>
            </div>
          ))}
        </fieldset>
        <details>
          <summary>More</summary>
          <div class="stack">
            <OfType {...own} names={['decimals', 'max_length']} />
            <div data-for={TYPES.map(([type]) => type).join(' ')}>
              <EntryField name="new-example" label="Example" hint="For previews." maxlength={500} />
            </div>
            <EntryField
              name="new-key"
              label="Name in your code"
              hint="Small letters, digits and _. It cannot be changed later."
              maxlength={41}
              autocomplete="off"
            />
            <TextArea name="new-labels" label="In other languages" hint="One on each line: de: Miete." rows={2} />
          </div>
        </details>
        <p class="problem" id="new-field-problem" role="alert" />
        <div class="buttons">
          <Submit label="Add the field" kind="primary" />
          <button type="button" class="btn" id="new-field-cancel">
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}

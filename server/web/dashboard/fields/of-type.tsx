import type { FieldType } from '../../../domain/fields/definition.ts'
import { EntryField, type Problems, TextArea } from '../parts/form.tsx'
import type { ColumnEntry } from './form.ts'

type Name = 'options' | 'currency' | 'decimals' | 'max_length'

interface OfTypeProps {
  of: Pick<ColumnEntry, Name>
  /** What an entry of the form is called. */
  named: (name: Name) => string
  problems: Problems
  /** Of another type nothing is asked; null: the type is still to be chosen, and the script shows what it has. */
  type?: string | null
  /** Those that are asked for here; default: all. */
  names?: readonly Name[]
}

/** The types that have each of them. */
const TYPES_WITH: Record<Name, FieldType[]> = {
  options: ['enum'],
  currency: ['money'],
  decimals: ['number'],
  max_length: ['text', 'multiline', 'email', 'phone'],
}

const NAMES = Object.keys(TYPES_WITH) as Name[]

/** What a value of its type must be. */
export function OfType({ of, named, problems, type = null, names = NAMES }: OfTypeProps) {
  const props = (name: Name) => ({ name: named(name), value: of[name], problems })
  const entries = {
    options: <TextArea {...props('options')} label="Choices" hint="What can be chosen, one on each line." rows={4} />,
    currency: <EntryField {...props('currency')} label="Currency" hint="Three letters, such as CHF." maxlength={3} />,
    decimals: (
      <EntryField
        {...props('decimals')}
        label="Digits after the point"
        type="number"
        min={0}
        max={6}
        hint="Leave it empty to print numbers as they come."
      />
    ),
    max_length: (
      <EntryField
        {...props('max_length')}
        label="Longest text, in characters"
        type="number"
        min={1}
        max={2_000}
        hint="Leave it empty for as much as fits."
      />
    ),
  }
  return (
    <>
      {names.map((name) => {
        const types: string[] = TYPES_WITH[name]
        if (type === null) return <div data-for={types.join(' ')}>{entries[name]}</div>
        // What an import has given all the same is kept.
        return types.includes(type) ? entries[name] : <input type="hidden" name={named(name)} value={of[name]} />
      })}
    </>
  )
}

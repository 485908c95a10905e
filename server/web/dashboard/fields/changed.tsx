import { type Difference, Differences } from '../parts/differences.tsx'
import type { FieldEntries } from './form.ts'

const LABELS: Record<Exclude<keyof FieldEntries, 'key' | 'type' | 'columns'>, string> = {
  labels: 'Labels',
  options: 'Choices',
  currency: 'Currency',
  decimals: 'Digits after the point',
  max_length: 'Longest text, in characters',
  max_rows: 'Most rows it can have',
  example: 'Example',
}

export interface FieldChangedProps {
  /** As it is in the registry now. */
  stored: FieldEntries
  typed: FieldEntries
  archived: boolean
}

/** Somebody else was first: what the registry has where it differs from what was typed. */
export function FieldChanged({ stored, typed, archived }: FieldChangedProps) {
  const different: Difference[] = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => stored[name] !== typed[name])
    .map((name) => ({ label: LABELS[name], text: stored[name].replaceAll('\n', ', ') }))
  if (JSON.stringify(stored.columns) !== JSON.stringify(typed.columns))
    different.push({ label: 'Columns', text: stored.columns.map(({ key }) => key).join(', ') })
  return (
    <div class="problems" role="alert" tabindex={-1} autofocus>
      <h2>Not saved yet</h2>
      <p>
        It has changed meanwhile, by somebody else or in another tab.{' '}
        {archived ? 'It is archived now, and can be changed once it is restored. ' : ''}
        {different.length > 0 && 'Below is what you typed. The registry says:'}
      </p>
      <Differences different={different} />
      {!archived && (
        <p>“Save mine over it” replaces what the registry has. “Take what is stored” drops what you have typed.</p>
      )}
    </div>
  )
}

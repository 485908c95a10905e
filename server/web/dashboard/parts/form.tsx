import type { Child } from 'hono/jsx'
import { EXPIRY } from '../../../limits.ts'
import type { View } from '../state.ts'
import { ButtonLink, Link, Submit } from './pieces.tsx'

/** What is wrong with a form, by the name of the field. */
export type Problems = Record<string, string>

export const hasAny = (problems: Problems): boolean => Object.keys(problems).length > 0

export interface FieldProps {
  name: string
  label: string
  problems?: Problems
  hint?: Child
  value?: string
  type?: 'text' | 'email' | 'tel' | 'number' | 'url' | 'search' | 'color' | 'file' | 'datetime-local' | 'date'
  required?: boolean
  autocomplete?: string
  maxlength?: number
  min?: number
  max?: number
  accept?: string
  placeholder?: string
  multiple?: boolean
  /** The id of what is offered while it is typed. */
  list?: string
}

/** A line of text with its label; hint and problem are read out with it. */
export function EntryField({ name, label, problems, hint, type = 'text', ...input }: FieldProps) {
  return (
    <Labelled name={name} label={label} problems={problems} hint={hint}>
      <input id={name} name={name} type={type} {...described(name, problems, hint)} {...input} />
    </Labelled>
  )
}

export function TextArea({ name, label, problems, hint, value, rows = 4, ...rest }: FieldProps & { rows?: number }) {
  const { required, maxlength, placeholder } = rest
  return (
    <Labelled name={name} label={label} problems={problems} hint={hint}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        {...{ required, maxlength, placeholder }}
        {...described(name, problems, hint)}
      >
        {/* Browsers leave out a line end that the content begins with. */}
        {value?.startsWith('\n') && '\n'}
        {value}
      </textarea>
    </Labelled>
  )
}

export interface SelectProps extends Pick<FieldProps, 'name' | 'label' | 'problems' | 'hint' | 'value'> {
  options: readonly (readonly [value: string, label: string])[]
  /** The script chooses the time zone of the browser. */
  ownZone?: boolean
  /** The script shows what belongs to the choice, and hides the rest. */
  shows?: boolean
}

export function Select({ name, label, problems, hint, value, options, ownZone, shows }: SelectProps) {
  return (
    <Labelled name={name} label={label} problems={problems} hint={hint}>
      <select
        id={name}
        name={name}
        data-zone={ownZone ? '' : undefined}
        data-shows={shows ? '' : undefined}
        {...described(name, problems, hint)}
      >
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

export function Checkbox({
  name,
  label,
  checked,
  hint,
}: {
  name: string
  label: string
  checked: boolean
  hint?: Child
}) {
  return (
    <div class="check">
      <input id={name} name={name} type="checkbox" value="1" checked={checked} {...described(name, {}, hint)} />
      <label for={name}>{label}</label>
      {hint && (
        <small id={`${name}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  )
}

/** Above a form that was refused: it has the focus (WCAG 3.3.1), and leads to each field. Without problems: nothing. */
export function ProblemList({ problems }: { problems: Problems }) {
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return (
    <div class="problems" role="alert" tabindex={-1} autofocus>
      <h2>
        {entries.length === 1 ? 'One thing needs your attention' : `${entries.length} things need your attention`}
      </h2>
      <ul>
        {entries.map(([name, text]) => (
          <li>
            <Link href={`#${name}`}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Labelled({ name, label, problems, hint, children }: FieldProps & { children: Child }) {
  const problem = problems?.[name]
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      {hint && (
        <small id={`${name}-hint`} class="hint">
          {hint}
        </small>
      )}
      {problem && (
        <p id={`${name}-problem`} class="problem">
          {problem}
        </p>
      )}
    </div>
  )
}

interface ButtonsProps {
  submit: Child
  /** Where to go without sending the form. */
  cancel: string
  /** It cannot be undone. */
  danger?: boolean
}

/** The end of a form. */
export function Buttons({ submit, cancel, danger }: ButtonsProps) {
  return (
    <div class="buttons">
      <Submit label={submit} kind={danger ? 'primary danger' : 'primary'} />
      <ButtonLink href={cancel} label="Cancel" />
    </div>
  )
}

/** What connects a field with its hint and its problem. */
function described(name: string, problems: Problems | undefined, hint: Child) {
  const problem = problems?.[name]
  const ids = [...(hint ? [`${name}-hint`] : []), ...(problem ? [`${name}-problem`] : [])]
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
  }
}

/** The hidden field that `assertAsOpened` checks, for forms that change the account of whoever is signed in. */
export const PERSON_FIELD = 'as_person'

/** Says for whom a form was opened: somebody else may have signed in in another tab since. */
export function AsPerson({ view }: { view: View }) {
  return <input type="hidden" name={PERSON_FIELD} value={view.actor.userId} />
}

/** The hidden field that `assertAsOpened` checks, for forms whose action does not name something of one workspace. */
export const WORKSPACE_FIELD = 'in_workspace'

/** Says in which workspace a form was opened: another tab may have shown another one since. */
export function InWorkspace({ view }: { view: View }) {
  return <input type="hidden" name={WORKSPACE_FIELD} value={view.actor.workspaceId} />
}

/** How long signers have; empty: the default that `hint` names. */
export function DaysToSign({ value, hint, problems }: { value: string; hint: string; problems: Problems }) {
  return (
    <EntryField
      name="expires_in_days"
      label="Days to sign"
      type="number"
      min={1}
      max={EXPIRY.maxDays}
      value={value}
      hint={hint}
      problems={problems}
    />
  )
}

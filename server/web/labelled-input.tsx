import type { JSX } from 'hono/jsx/jsx-runtime'

type Attributes = JSX.IntrinsicElements['input']

interface Props extends Attributes {
  name: string
  label: string
  help?: string
  /** Why it was not accepted; false: it was. */
  error: string | false
}

/** An input of a page that works without a script, with its label, its help, and what is wrong with it. */
export function LabelledInput({ name, label, help, error, ...attributes }: Props) {
  return (
    <>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        required
        aria-describedby={`${help === undefined ? '' : `${name}-help `}${name}-error`}
        aria-invalid={error === false ? undefined : 'true'}
        {...attributes}
      />
      {help !== undefined && (
        <p class="help" id={`${name}-help`}>
          {help}
        </p>
      )}
      <p class="error" id={`${name}-error`} role="alert">
        {error}
      </p>
    </>
  )
}

import { EXPIRY } from '../../../limits.ts'
import { EntryField, type Problems } from './form.tsx'

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

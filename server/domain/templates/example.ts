import { currencyDigits } from '../decimal.ts'
import type { ValueType } from '../fields/definition.ts'
import { registryExample } from '../values/example.ts'
import { inputsOf, type TemplateInput } from '../values/inputs.ts'
import type { Scalar } from '../values/scalar.ts'
import type { Snapshot, TemplateSlot } from './model.ts'

/** A row of a table by the key of its column. */
type ExampleValue = Scalar | Record<string, Scalar>[]

/** What a version can be called with: every signer that it does not name, every value that the sender gives. */
export interface ExampleCall {
  recipients: { slot: number; email?: string; phone_e164?: string }[]
  field_values: Record<string, ExampleValue>
}

/** A number of the right form; it belongs to whoever tries the call. */
const PHONE = '+41791234567'

/** A call that the version accepts, of the examples of its fields or else of ones of the right type. */
export function exampleCall({ model, fields }: Pick<Snapshot, 'model' | 'fields'>): ExampleCall {
  const inputs = inputsOf({ model, fields }).filter((input) => isGiven(input, model))
  return {
    recipients: model.slots.flatMap((slot) => recipientOf(slot) ?? []),
    field_values: Object.fromEntries(inputs.map((input) => [input.definition.key, exampleOf(input)])),
  }
}

/** What the sender gives, and rows that its signers cannot enter because they sign at the same time (decision 0507). */
function isGiven({ definition, slot, prefill }: TemplateInput, { signing_mode, slots }: Snapshot['model']): boolean {
  if (slot === null) return true
  return definition.kind === 'collection' && prefill !== 'refused' && signing_mode === 'parallel' && slots.length > 1
}

/** Null: the template says all there is to say. */
function recipientOf(slot: TemplateSlot): ExampleCall['recipients'][number] | null {
  const isTexted = slot.channel !== 'email' || slot.require_sms_verification || slot.sms_gate !== null
  if (slot.pinned_email !== null && !isTexted) return null
  return {
    slot: slot.slot,
    ...(slot.pinned_email === null && { email: `signer${slot.slot}@example.com` }),
    ...(isTexted && { phone_e164: PHONE }),
  }
}

function exampleOf({ definition, maxLength, columns, maxRows }: TemplateInput): ExampleValue {
  if (definition.kind === 'scalar') return registryExample(definition, maxLength) ?? ofType(definition, maxLength)
  const row = Object.fromEntries(columns.map((column) => [column.key, ofType(column, column.max_length)]))
  return maxRows === 0 ? [] : [row]
}

function ofType({ type, options, currency }: ValueType, maxLength: number | null): Scalar {
  switch (type) {
    case 'text':
    case 'multiline':
      return 'Example'.slice(0, maxLength ?? undefined)
    case 'number':
      return '1200'
    case 'money':
      return (1850).toFixed(currencyDigits(currency ?? 'CHF'))
    case 'date':
      return '2026-11-01'
    case 'boolean':
      return true
    case 'enum':
      return options[0]!
    case 'email':
      return 'ada@example.com'
    case 'phone':
      return PHONE
  }
}

import type { FieldValue } from '../../../domain/signing/values.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { data, texts } from './data.ts'
import type { Field } from './fields.ts'
import { refreshFields } from './refresh.ts'
import type { Saver } from './saving.ts'
import { confirmPhone } from './sms-dialog.ts'

/** Shows words about a field, or about the whole when it is null, and leads there. */
export type Complain = (field: Field | null, words: string) => void
export type Finish = (name: string | null, fields: Field[], complain: Complain) => Promise<void>

/**
 * Signs: sends the consent, the name and whatever is not saved yet. The server answers a repeated call as the first,
 * so pressing the button again after a broken connection is safe. Where a code is asked for, it comes first.
 */
export function createFinish(saver: Saver): Finish {
  return async (name, fields, complain) => {
    if (!(await confirmPhone())) return
    const go = byId<HTMLButtonElement>('go')
    const label = go.textContent
    go.disabled = true
    go.textContent = texts.signing
    try {
      const values = await saver.takeUnsaved()
      const changed = await complete(name, values, fields)
      if (!changed) return showNewState()
      go.disabled = false
      complain(changed[0] ?? null, texts.errors.valuesChanged)
    } catch (error) {
      if (isOver(error)) return showNewState()
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
      go.disabled = false
      go.textContent = label
      const { field, words } = explain(error, fields)
      complain(field, words)
    }
  }
}

/**
 * Signs what the page shows; null when that is done. Where a field holds something else by now, filled in in another
 * window, nothing is signed: the page shows it, and these are the fields.
 */
async function complete(
  name: string | null,
  values: Record<string, FieldValue | null>,
  fields: Field[],
): Promise<Field[] | null> {
  const { consentVersion, locale: consentLocale } = data
  const shown = Object.fromEntries(fields.map(({ id, version }) => [id, version]))
  try {
    await call('POST', 'complete', { consentVersion, consentLocale, name, values, shown })
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'values_changed') throw error
    return refreshFields(fields, values)
  }
}

function explain(error: Refusal | Unreachable, fields: Field[]): { field: Field | null; words: string } {
  if (error instanceof Unreachable)
    return { field: null, words: navigator.onLine ? texts.errors.failed : texts.errors.offline }
  const ids = Array.isArray(error.meta.field_ids) ? error.meta.field_ids : [error.meta.field_id]
  const field = fields.find(({ id }) => ids.includes(id)) ?? null
  switch (error.code) {
    case 'consent_required':
      return { field: null, words: texts.errors.consent }
    case 'name_required':
      return { field: null, words: texts.errors.required }
    case 'field_required':
      return { field, words: texts.errors.fieldsMissing }
    case 'field_invalid':
      return { field, words: texts.errors.fieldInvalid }
    case 'image_damaged':
      return { field, words: texts.errors.pictureBroken }
    case 'sms_required':
      return { field: null, words: texts.errors.smsRequired }
    default:
      return { field: null, words: texts.errors.failed }
  }
}

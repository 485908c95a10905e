import { fill } from '../../../domain/fill.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, textProblem, Unreachable } from './calls.ts'
import { data, texts, timeZone } from './data.ts'
import type { Displayed } from './displayed.ts'
import type { Field } from './fields.ts'
import { refreshFields } from './refresh.ts'
import { type Saver, showOffline } from './saving.ts'
import { confirmPhone } from './sms-dialog.ts'
import { pointAtUndrawn } from './undrawn.ts'

/** Shows an error about a field, or about the whole when it is null, and moves the focus there. */
export type ShowError = (field: Field | null, message: string) => void
export type Finish = (name: string | null, fields: Field[], showError: ShowError) => Promise<void>

/**
 * Signs: sends the consent, the name and any unsaved values. The server gives a repeated call the first one's response,
 * so pressing the button again after a broken connection is safe. SMS verification, if required, comes first; then it
 * waits until every page was displayed.
 */
export function createFinish(saver: Saver, displayed: Displayed): Finish {
  return async (name, fields, showError) => {
    if (!(await confirmPhone())) return
    const go = byId<HTMLButtonElement>('go')
    const label = go.textContent
    go.disabled = true
    const undrawn = await displayed.whole((done, count) => {
      go.textContent = fill(texts.displaying, { done, count })
    })
    if (undrawn !== null) {
      go.disabled = false
      go.textContent = label
      showError(null, fill(texts.errors.notDisplayed, { page: undrawn }))
      return pointAtUndrawn()
    }
    go.textContent = texts.signing
    try {
      const values = await saver.takeUnsaved()
      const changed = await complete(name, values, fields)
      if (!changed) return showNewState()
      go.disabled = false
      showError(changed[0] ?? null, texts.errors.valuesChanged)
    } catch (error) {
      if (isOver(error)) return showNewState()
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
      go.disabled = false
      go.textContent = label
      const { field, message } = explain(error, fields)
      showError(field, message)
    }
  }
}

/**
 * Signs what the page shows; returns null when done. If a value was changed meanwhile in another window, nothing is
 * signed: the page shows the new values, and the changed fields are returned.
 */
async function complete(
  name: string | null,
  values: Record<string, FieldValue | null>,
  fields: Field[],
): Promise<Field[] | null> {
  const { consentVersion, locale: consentLocale } = data
  const shown = Object.fromEntries(fields.map(({ id, version }) => [id, version]))
  try {
    await call('POST', 'complete', { consentVersion, consentLocale, name, timeZone, values, shown })
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'values_changed') throw error
    return refreshFields(fields, values)
  }
}

function explain(error: Refusal | Unreachable, fields: Field[]): { field: Field | null; message: string } {
  if (error instanceof Unreachable && !navigator.onLine) {
    showOffline()
    return { field: null, message: '' }
  }
  if (error instanceof Unreachable) return { field: null, message: texts.errors.failed }
  const ids = Array.isArray(error.meta.field_ids) ? error.meta.field_ids : [error.meta.field_id]
  const field = fields.find(({ id }) => ids.includes(id)) ?? null
  switch (error.code) {
    case 'consent_required':
      return { field: null, message: texts.errors.consent }
    case 'name_required':
      return { field: null, message: texts.errors.required }
    case 'field_required':
      return { field, message: texts.errors.fieldsMissing }
    case 'field_invalid': {
      return { field, message: textProblem(error) ?? texts.errors.fieldInvalid }
    }
    case 'image_damaged':
      return { field, message: texts.errors.pictureBroken }
    case 'document_not_displayed':
      return { field: null, message: texts.errors.document }
    case 'file_damaged':
      return { field: null, message: texts.errors.fileDamaged }
    case 'sms_required':
      return { field: null, message: texts.errors.smsRequired }
    default:
      return { field: null, message: texts.errors.failed }
  }
}

import { call, isOver, Refusal, showNewState, Unreachable } from './calls.ts'
import { data, texts } from './data.ts'
import { byId } from './dom.ts'
import type { Field } from './fields.ts'
import type { Panel } from './panel.ts'
import type { Saver } from './saving.ts'
import { confirmPhone } from './sms-dialog.ts'

export type Finish = (name: string | null, panel: Panel, fields: Field[]) => Promise<void>

/**
 * Signs: sends the consent, the name and whatever is not saved yet. The server answers a repeated call as the first,
 * so pressing the button again after a broken connection is safe. Where a code is asked for, it comes first.
 */
export function createFinish(saver: Saver): Finish {
  return async (name, panel, fields) => {
    if (!(await confirmPhone())) return
    const go = byId<HTMLButtonElement>('go')
    const label = go.textContent
    go.disabled = true
    go.textContent = texts.signing
    try {
      const values = await saver.takeUnsaved()
      await call('POST', 'complete', { consentVersion: data.consentVersion, consentLocale: data.locale, name, values })
      showNewState()
    } catch (error) {
      if (isOver(error)) return showNewState()
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
      go.disabled = false
      go.textContent = label
      const { field, words } = explain(error, fields)
      panel.complain(field, words)
    }
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
    case 'sms_required':
      return { field: null, words: texts.errors.smsRequired }
    default:
      return { field: null, words: texts.errors.failed }
  }
}

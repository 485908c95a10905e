import { fill } from '../../../domain/fill.ts'
import type { RowProblem } from '../../../domain/signing/rows.ts'
import type { FieldValue } from '../../../domain/signing/values.ts'
import type { ClientField } from '../../signing/client-data.ts'
import type { OpenPdf } from '../document/open.ts'
import { byId } from '../dom.ts'
import { call, isOver, Refusal, showNewState, textProblem, Unreachable } from './calls.ts'
import { data, rowTexts, texts, timeZone } from './data.ts'
import type { Displayed } from './displayed.ts'
import { type Field, showValue } from './fields.ts'
import type { PreviewOptions, Ready } from './preview-dialog.ts'
import { type Saver, showOffline } from './saving.ts'
import { confirmPhone } from './sms-dialog.ts'
import { pointAtUndrawn } from './undrawn.ts'

/** Shows an error about a field, or about the whole when it is null, and moves the focus there. */
export type ShowError = (field: Field | null, message: string) => void
/**
 * @param nameToSign the name to sign with, null for that of the request; undefined when the signer does not agree (any more)
 */
export type FinishSigning = (
  nameToSign: () => string | null | undefined,
  fields: Field[],
  showError: ShowError,
) => Promise<void>

/**
 * Signs: sends the consent, the name and any unsaved values. The server gives a repeated call the first one's response,
 * so pressing the button again after a broken connection is safe. SMS verification, if required, comes first; then it
 * waits until every page was displayed. A signer with a table then sees the document as it would be signed.
 */
export function createFinish(saver: Saver, displayed: Displayed, opened: () => OpenPdf | null): FinishSigning {
  return async (nameToSign, fields, showError) => {
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
    // Pages can take long to load: the consent may have been taken back, or a dialog opened.
    const name = document.querySelector('dialog[open]') ? undefined : nameToSign()
    if (name === undefined) {
      go.disabled = false
      go.textContent = label
      return
    }
    const table = fields.find(({ kind }) => kind === 'table')
    go.textContent = table ? rowTexts.preparing : texts.signing
    try {
      for (let message = ''; ; message = rowTexts.changed) {
        const values = await saver.takeUnsaved()
        const seen = table ? await look(opened(), { name, timeZone, values }, { from: table.page, message }) : undefined
        if (seen === null) break
        go.textContent = texts.signing
        const changed = await complete({ name, values, seen }, fields)
        if (!changed) return showNewState()
        if (changed === 'preview') continue
        showError(changed[0] ?? null, texts.errors.valuesChanged)
        break
      }
      go.disabled = false
      go.textContent = label
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

interface Signing {
  name: string | null
  values: Record<string, FieldValue | null>
  /** Of the preview; undefined: there is no table. */
  seen: string | undefined
}

/** @returns what was seen; null: the signer goes back. @throws Refusal, Unreachable */
async function look(open: OpenPdf | null, ready: Ready, place: PreviewOptions): Promise<string | null> {
  // Every page of it was displayed, so it is open unless that was as a download.
  if (!open) throw new Unreachable('the document is not open')
  try {
    const { showPreview } = await import('./preview-dialog.ts')
    return await showPreview(open, ready, place)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Unreachable('the preview broke off', { cause: error })
  }
}

/**
 * Signs what the page shows; returns null when done. If a value was changed meanwhile in another window, nothing is
 * signed: the page shows the new values, and the changed fields are returned; or the preview has to be shown again.
 */
async function complete({ name, values, seen }: Signing, fields: Field[]): Promise<Field[] | 'preview' | null> {
  const { consentVersion, locale: consentLocale } = data
  const shown = Object.fromEntries(fields.map(({ id, version }) => [id, version]))
  try {
    await call('POST', 'complete', { consentVersion, consentLocale, name, timeZone, values, shown, seen })
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'values_changed') throw error
    if (error.meta.reason === 'preview') return 'preview'
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
      if (field && error.meta.reason === 'rows') return { field, message: explainRows(field, error) }
      return { field, message: textProblem(error) ?? texts.errors.fieldInvalid }
    }
    case 'signature_invisible':
      return { field, message: texts.errors.pictureBlank }
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

/** The rows are marked where they are entered; a table that is too long says how many rows fit. */
function explainRows(field: Field, { meta }: Refusal): string {
  field.problems = meta.problems as RowProblem[]
  showValue(field)
  const tooMany = field.problems.find(({ code }) => code === 'too_many_rows')
  return tooMany?.max === undefined ? rowTexts.wrong : fill(rowTexts.most, { max: tooMany.max })
}

/**
 * Loads values that were filled in elsewhere, and returns the fields that changed.
 * @param own fields whose values here are newer: not saved on the server yet
 */
async function refreshFields(fields: Field[], own: Record<string, unknown>): Promise<Field[]> {
  const fresh = (await call('GET', 'fields')) as { fields: ClientField[] }
  const byId = new Map(fresh.fields.map((field) => [field.id, field]))
  return fields.filter((field) => {
    const now = byId.get(field.id)
    if (!now || field.kind === 'date' || now.version === field.version || field.id in own) return false
    field.value = now.value
    field.version = now.version
    showValue(field)
    return true
  })
}

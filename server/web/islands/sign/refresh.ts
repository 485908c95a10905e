import type { ClientField } from '../../signing/client-data.ts'
import { call } from './calls.ts'
import { type Field, showValue } from './fields.ts'

/**
 * Loads values that were filled in elsewhere, and returns the fields that changed.
 * @param own fields whose values here are newer: not saved on the server yet
 */
export async function refreshFields(fields: Field[], own: Record<string, unknown>): Promise<Field[]> {
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

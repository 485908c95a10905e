import type { PageField } from '../../domain/signing/page.ts'
import { versionOf } from '../../domain/signing/value-version.ts'
import type { ClientField } from './client-data.ts'

/** The signer's fields in the form that the page's script expects. */
export function clientFields(fields: PageField[]): ClientField[] {
  return fields.map((field) => ({ ...field, version: versionOf(field.value) }))
}

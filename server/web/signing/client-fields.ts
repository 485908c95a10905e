import type { PageField } from '../../domain/signing/page.ts'
import { versionOf } from '../../domain/signing/shown.ts'
import type { ClientField } from './client-data.ts'

/** The signer's fields as the page's script takes them. */
export function clientFields(fields: PageField[]): ClientField[] {
  return fields.map((field) => ({ ...field, version: versionOf(field.value) }))
}

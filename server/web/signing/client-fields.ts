import { versionOf } from '../../domain/signing/shown.ts'
import type { ClientField } from './client-data.ts'
import type { OpenPage } from './page.tsx'

/** The signer's fields as the page's script takes them. */
export function clientFields(page: OpenPage): ClientField[] {
  return page.fields.map((field) => ({ ...field, version: versionOf(field.value) }))
}

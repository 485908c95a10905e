import { fieldNames } from '../../domain/signing/field-names.ts'
import type { PageField } from '../../domain/signing/page.ts'
import { versionOf } from '../../domain/signing/value-version.ts'
import type { Messages } from '../locales/index.ts'
import type { ClientField } from './client-data.ts'

/** The signer's fields in the form that the page's script expects. */
export function clientFields(fields: PageField[], { kinds, page }: Messages): ClientField[] {
  const names = fieldNames(fields, { kinds, nthOf: page.nthOf })
  return fields.map(({ label, field_key: key, option, ...field }, i) => ({
    ...field,
    choice: key !== null && option !== null ? { key, option } : null,
    name: names[i]!,
    version: versionOf(field.value),
  }))
}

import type { Locale } from '../../domain/locales.ts'
import { fieldNames } from '../../domain/signing/field-names.ts'
import type { PageField, PageTable } from '../../domain/signing/page.ts'
import { valueVersionOf } from '../../domain/signing/value-version.ts'
import { labelIn } from '../../domain/templates/model.ts'
import type { Messages } from '../locales/index.ts'
import type { ClientField, ClientTable } from './client-data.ts'

/** The signer's fields in the form that the page's script expects. */
export function clientFields(fields: PageField[], { kinds, page }: Messages, locale: Locale): ClientField[] {
  const names = fieldNames(fields, { kinds, nthOf: page.nthOf })
  return fields.map(({ label, field_key: key, option, table, answer, ...field }, i) => ({
    ...field,
    choice: key !== null && option !== null ? { key, option } : null,
    table: table && clientTable(table, locale),
    answer: answer && key !== null ? { key, ...answer } : null,
    name: names[i]!,
    version: valueVersionOf(field.value),
  }))
}

function clientTable({ key, columns, maxRows }: PageTable, locale: Locale): ClientTable {
  const asked = columns.map(({ key, labels, type, options, currency, max_length, required }) => ({
    ...{ key, label: labelIn(labels, locale) ?? key, type, options, currency, max_length, required },
  }))
  return { key, columns: asked, maxRows }
}

import type { Locale } from '../../../domain/locales.ts'
import { kindOf, type TemplateModel, usedKeys } from '../../../domain/templates/model.ts'
import type { TemplateRow } from '../../../domain/templates/read.ts'
import type { Tone } from '../parts/pieces.tsx'

/** The state of a template in words. A draft of a template that was locked before says which version was. */
export function stateWords({ status, version }: Pick<TemplateRow, 'status' | 'version'>): { tone: Tone; text: string } {
  switch (status) {
    case 'locked':
      return { tone: 'ok', text: `Locked, version ${version}` }
    case 'archived':
      return { tone: 'idle', text: 'Archived' }
    case 'draft':
      return { tone: 'wait', text: version === 0 ? 'Draft' : `Draft after version ${version}` }
  }
}

/** `4 boxes`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/** `11 keys, 1 table`. */
export function fieldWords(model: TemplateModel): string {
  const tables = new Set(model.boxes.flatMap(({ kind, field }) => (kind === 'table' ? (field ?? []) : []))).size
  const keys = usedKeys(model).length - tables
  const words = [...(keys > 0 ? [count(keys, 'key')] : []), ...(tables > 0 ? [count(tables, 'table')] : [])]
  return words.join(', ') || 'none'
}

/** Who signs, in order; of a file, nobody. */
export function roleWords(model: TemplateModel): string {
  return kindOf(model) === 'file' ? 'Nobody: a file' : model.slots.map(({ role }) => role).join(', ')
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** The name of a language, in English. */
export const localeName = (locale: Locale) => LANGUAGES.of(locale) ?? locale

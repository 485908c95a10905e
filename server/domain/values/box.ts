import type { FieldDefinition, Labels } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'

export type BoxKind = 'signature' | 'initial' | 'date' | 'name' | 'text' | 'checkbox' | 'table'
export type Prefill = 'editable' | 'fixed' | 'refused'
export type BoxFormat = 'date_long' | 'date_short' | 'iso' | 'number' | 'currency' | 'plain'

/** In fractions of the page as displayed, origin top-left. */
export interface TemplateBox {
  /** Stable over versions. */
  id: string
  page: number
  x: number
  y: number
  w: number
  h: number
  kind: BoxKind
  /** Null: printed from the sender's values. */
  slot: number | null
  /** A key of the registry. */
  field: string | null
  /** A checkbox on an enum is ticked when the value is this option. */
  option: string | null
  required: boolean
  prefill: Prefill
  label: Labels | null
  max_length: number | null
  style: BoxStyle | null
  format: BoxFormat | null
  /** Of a table, and only there. */
  table: TableSpec | null
}

export interface BoxStyle {
  /** Points; null: the default of the kind. */
  size: number | null
  align: 'start' | 'center' | 'end'
  valign: 'top' | 'middle' | 'bottom'
  lines: 'one' | 'many'
  overflow: 'shrink' | 'refuse'
}

export const DEFAULT_STYLE: BoxStyle = {
  size: null,
  align: 'start',
  valign: 'middle',
  lines: 'one',
  overflow: 'shrink',
}

export interface TableSpec {
  columns: { key: string; share: number; align: 'start' | 'center' | 'end' | null }[]
  header: boolean
  zebra: boolean
  max_rows: number
  empty: 'hide' | 'header'
  continuation_page: number | null
}

/** What values are checked against and printed from. */
export interface Asked {
  model: {
    /** In reading order. */
    boxes: TemplateBox[]
    /** Of the paper. */
    locale: Locale
  }
  fields: FieldDefinition[]
}

/** The label in the template's language, else in English, else in any. */
export function labelIn(labels: Labels | null, locale: Locale): string | null {
  if (labels === null) return null
  return labels[locale] ?? labels.en ?? Object.values(labels)[0] ?? null
}

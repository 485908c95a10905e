import type { Channel } from '../../db/values.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { FieldDefinition, Labels } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'

/**
 * A template without its PDF: the one form that the editor, the lock check, the renderer and the API share (decision
 * 0501). Keys are spelled as in `template.json`, which it is stored and exported as.
 */
export interface TemplateModel {
  format: 1
  name: string
  description: string | null
  /** Language of dates, numbers and labels on the paper. */
  locale: Locale
  signing_mode: 'sequential' | 'parallel'
  /** Null: the default. */
  expires_in_days: number | null
  message: string | null
  /** None: the template renders files. */
  slots: TemplateSlot[]
  /** In reading order. */
  boxes: TemplateBox[]
}

export interface TemplateSlot {
  slot: number
  role: string
  labels: Labels
  pinned_email: string | null
  pinned_name: string | null
  signing_order: number | null
  channel: Channel
  require_sms_verification: boolean
  sms_gate: 'before_view' | null
}

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

/** The PDF a model belongs to. */
export interface TemplateFile {
  name: string
  /** Lowercase hex. */
  sha256: string
  length: number
  pages: PageSize[]
}

/** Everything a version is: frozen when it is locked. */
export interface Snapshot {
  model: TemplateModel
  /** The definitions it uses, sorted by key, as they were. */
  fields: FieldDefinition[]
  file: TemplateFile
}

/** `file`: there is nobody to sign. */
export function kindOf(model: Pick<TemplateModel, 'slots'>): 'esign' | 'file' {
  return model.slots.length > 0 ? 'esign' : 'file'
}

/** The keys of the registry that a model uses, each once, sorted. */
export function usedKeys(model: Pick<TemplateModel, 'boxes'>): string[] {
  return [...new Set(model.boxes.flatMap(({ field }) => field ?? []))].sort()
}

/** The label in the template's language, else in English, else in any. */
export function labelIn(labels: Labels | null, locale: Locale): string | null {
  if (labels === null) return null
  return labels[locale] ?? labels.en ?? Object.values(labels)[0] ?? null
}

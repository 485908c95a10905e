import type { Channel } from '../../db/values.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { FieldDefinition, Labels } from '../fields/definition.ts'
import type { Locale } from '../locales.ts'
import type { TemplateBox } from '../values/box.ts'

export type { BoxFormat, BoxKind, BoxStyle, Prefill, TableSpec, TemplateBox } from '../values/box.ts'
export { DEFAULT_STYLE, labelIn } from '../values/box.ts'

/**
 * A template without its PDF: the one form that the editor, the lock check, the renderer and the API share (decision
 * 0502). Keys are spelled as in `template.json`, which it is stored and exported as.
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

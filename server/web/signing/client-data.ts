import type { FieldKind, SealError } from '../../db/schema.ts'
import type { ValueType } from '../../domain/fields/definition.ts'
import type { Locale } from '../../domain/locales.ts'
import type { PageAnswer } from '../../domain/signing/page.ts'
import type { RowProblem } from '../../domain/signing/rows.ts'
import type { FieldValue } from '../../domain/signing/values.ts'
import type { SmsStep } from '../../domain/sms/step.ts'
import type { AnyCode } from '../../http/status.ts'
import type { Messages } from '../locales/index.ts'

/** Data that the signing page passes to its script, in a JSON block. The browser bundle imports this file. */
export interface SignPageData {
  /** `/sign/<token>`: the prefix of every call of the page. */
  base: string
  locale: string
  texts: Omit<Messages['page'], 'rows' | 'sms'>
  /** Null: the signer has no table. */
  rowTexts: Messages['page']['rows'] | null
  consentVersion: string
  /** When the page was made, and the language in which dates are printed. */
  now: string
  dateLocale: Locale
  /** As given by the sender; null when the signer has to type it. */
  signerName: string | null
  fields: ClientField[]
  /** The SMS verification that is still required, with its texts; null when there is none. */
  sms: { step: SmsStep; texts: Messages['page']['sms'] } | null
  /** The characters that the document can show (`GlyphRanges`); empty on the page before the code. */
  glyphs: string
}

export interface ClientField {
  id: string
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  /** What it is called (`domain/signing/field-names.ts`). */
  name: string
  /** Of the options of an enum: whether one of them must be ticked. */
  required: boolean
  maxLength: number | null
  /** The enum that this box is an option of, of which one is ticked; null: any other field. */
  choice: { key: string; option: string } | null
  /** Of a table, and only there. */
  table: ClientTable | null
  /** What a text of a template is read as; those with the same key are entered together. Null: any text. */
  answer: (PageAnswer & { key: string }) | null
  value: FieldValue | null
  /** Of the value as the server has it (`domain/signing/value-version.ts`); null when it has none. */
  version: string | null
}

/** A table whose rows the signer enters. */
export interface ClientTable {
  /** Those with the same key are entered together. */
  key: string
  columns: ClientColumn[]
  maxRows: number
}

export interface ClientColumn extends Pick<ValueType, 'type' | 'options' | 'currency' | 'max_length'> {
  key: string
  label: string
  required: boolean
}

/** Response of `PUT /sign/:token/fields`: the version of each value, what is wrong with the rows of tables, and what fits. */
export interface SavedFields {
  saved: Record<string, string | null>
  problems: Record<string, RowProblem[]>
  fits: Record<string, number>
}

/** Of a preview: what completing sends back. */
export const SEEN_HEADER = 'x-preview-seen'

/** Response of `GET /sign/:token/status`. */
export interface SignStatus {
  state: string
  /** Why the document can no longer complete although this signer may sign or has signed; null while it can. */
  deadReason: 'declined' | 'withdrawn' | 'expired' | null
  sealed: boolean
  /** Why the last sealing attempt failed; it will be retried. */
  sealError: SealError | null
  /** The sender has ended a document that could not be sealed. */
  abandoned: boolean
  remaining: number
}

/** The error body of a page's own call. */
export interface WebError {
  error: string
  code: AnyCode
  meta?: Record<string, unknown>
}

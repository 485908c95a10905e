import type { FieldKind, SealError } from '../../db/schema.ts'
import type { FieldValue } from '../../domain/signing/values.ts'
import type { SmsStep } from '../../domain/sms/step.ts'
import type { AnyCode } from '../../http/status.ts'
import type { Messages } from '../locales/index.ts'

/** What the signing page hands to its script, in a JSON block. Types only: the browser bundle imports this file. */
export interface SignPageData {
  /** `/sign/<token>`: every call of the page goes below it. */
  base: string
  locale: string
  texts: Messages['page']
  kinds: Messages['kinds']
  consentVersion: string
  /** As the sender gave it; null: the signer has to type it. */
  signerName: string | null
  fields: ClientField[]
  /** The code that is still asked for; null: none. */
  sms: SmsStep | null
}

export interface ClientField {
  id: string
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  label: string | null
  required: boolean
  maxLength: number | null
  value: FieldValue | null
  /** Of the value as the server has it (`domain/signing/shown.ts`); null: it has none. */
  version: string | null
}

/** Answer of `PUT /sign/:token/fields`: the version of each value. */
export interface SavedFields {
  saved: Record<string, string | null>
}

/** Answer of `GET /sign/:token/status`. */
export interface SignStatus {
  state: string
  /** Why the document can no longer complete while this signer may sign or has signed; null while it can. */
  deadReason: 'declined' | 'withdrawn' | 'expired' | null
  sealed: boolean
  /** Why the last attempt at the seal failed; it is tried again. */
  sealError: SealError | null
  remaining: number
}

/** Every refusal of a page's own call. */
export interface WebError {
  error: string
  code: AnyCode
  meta?: Record<string, unknown>
}

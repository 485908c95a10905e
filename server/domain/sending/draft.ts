import type { FieldKind, Placement, SigningMode } from '../../db/schema.ts'
import type { ReceivedFile } from '../../storage/index.ts'

/** A signer as the caller wrote it; the edge has checked types, patterns and lengths (contract 2.5). */
export interface SignerInput {
  email: string
  role?: string | null
  name?: string | null
  first_name?: string | null
  last_name?: string | null
  locale?: string | null
  phone_e164?: string | null
  require_sms_verification?: boolean | null
  sms_gate?: 'before_view' | null
  reference?: string | null
  company?: string | null
  job_title?: string | null
  signing_order?: number | null
}

/** A box of an explicit placement: fractions of the page as displayed, origin top-left. */
export interface FieldInput {
  role: string
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  field_key?: string | null
  required?: boolean | null
  label?: string | null
  max_length?: number | null
}

/** Where the PDF comes from: the multipart part, already on disk, or an address to fetch. */
export type Source =
  | { kind: 'file'; file: ReceivedFile; filename: string | null; mediaType: string | null }
  | { kind: 'url'; url: string }

/** The body of `POST /signing-requests` after the edge (contract 2.4). */
export interface CreateInput {
  source: Source
  signers: SignerInput[]
  placement?: Placement | 'manual' | null
  fields?: FieldInput[] | null
  metadata?: unknown
  send_emails?: boolean
  signing_mode?: SigningMode | null
  observer_emails?: string[] | null
  callback_url?: string | null
  sms_gate?: 'before_view' | null
  title?: string | null
  message?: string | null
  expires_in_days?: number | null
}

export type WarningCode =
  | 'unknown_field'
  | 'deprecated_field'
  | 'unknown_column'
  | 'ignored_field'
  | 'malformed_marker'
  | 'signature_block_appended'
  | 'active_content_removed'
  | 'attachments_removed'

/** Contract 2.10: never fails the call. */
export interface Warning {
  field: string
  code: WarningCode
  message: string
}

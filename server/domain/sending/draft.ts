import type { FieldKind, Metadata, SigningMode } from '../../db/schema.ts'
import type { ReceivedFile } from '../../storage/index.ts'

/**
 * What is to be sent, in the domain's own terms: every way of sending translates its input into this. Types and lengths
 * have been checked by who makes it; what signers, placement and PDF must satisfy together is checked by the plan.
 */
export interface Draft {
  source: Source
  signers: DraftSigner[]
  placement: DraftPlacement
  signingMode: SigningMode
  /** False: nobody gets a mail; the sender hands out the links. */
  sendEmails: boolean
  /** Null: the file's name. */
  title: string | null
  /** To the signers, in their invitation. */
  message: string | null
  metadata: Metadata | null
  /** Who gets a copy of the finished document without signing it. */
  observers: string[]
  /** Of the document's own webhook; null: none. */
  callbackUrl: string | null
  /** Days that each signer has; null: the default. */
  expiresInDays: number | null
  /** What the translation found worth a warning. */
  warnings: Warning[]
}

/** Contract 2.5. */
export interface DraftSigner {
  email: string
  role: string | null
  name: DraftName
  /** A language tag; null: the default. */
  locale: string | null
  /** E.164. */
  phone: string | null
  requireSms: boolean
  smsGate: 'before_view' | null
  reference: string | null
  company: string | null
  jobTitle: string | null
  /** 1 is invited first. */
  order: number | null
}

/** In one piece or in two, never both. */
export interface DraftName {
  full: string | null
  first: string | null
  last: string | null
}

/** Where the signers' fields stand: at the markers in the PDF, on an appended page, or as given. */
export type DraftPlacement = { kind: 'anchors' | 'auto_append' } | { kind: 'explicit'; fields: DraftField[] }

/** A box of an explicit placement: fractions of the page as displayed, origin top-left. */
export interface DraftField {
  /** Of the signer who fills it. */
  role: string
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  fieldKey: string | null
  required: boolean
  label: string | null
  maxLength: number | null
}

/** Where the PDF comes from: a file that is on local disk already, or an address to fetch. */
export type Source =
  | { kind: 'file'; file: ReceivedFile; filename: string | null; mediaType: string | null }
  | { kind: 'url'; url: string }

export type WarningCode =
  | 'unknown_field'
  | 'deprecated_field'
  | 'unknown_column'
  | 'ignored_field'
  | 'malformed_marker'
  | 'signature_block_appended'
  | 'active_content_removed'
  | 'attachments_removed'
  | 'leading_bytes_removed'

/** Contract 2.10: never fails the call. */
export interface Warning {
  field: string
  code: WarningCode
  message: string
}

import type { FieldKind, Metadata, SigningMode } from '../../db/schema.ts'
import type { Box } from '../../pdf/types.ts'
import type { ReceivedFile } from '../../storage/index.ts'
import type { GivenName } from '../signers/person.ts'

/**
 * What is to be sent, in the domain's own terms: every way of sending translates its input into a draft. Its creator
 * has checked types and lengths; the plan checks what signers, placement and PDF must satisfy together.
 */
export interface Draft {
  source: Source
  signers: DraftSigner[]
  placement: DraftPlacement
  signingMode: SigningMode
  /** False: nobody gets an email; the sender distributes the links. */
  sendEmails: boolean
  /** Null: the file's name. */
  title: string | null
  /** To the signers, in their invitation. */
  message: string | null
  /** Of the invitation; null: ours. */
  subject: string | null
  /** Where answers to the emails go; null: as the workspace says. */
  replyTo: string | null
  metadata: Metadata | null
  /** Who gets a copy of the finished document without signing it. */
  observers: string[]
  /** URL of the document's own webhook; null: none. */
  callbackUrl: string | null
  /** Days that each signer has; null: the default. */
  expiresInDays: number | null
  /** Warnings from the translation. */
  warnings: Warning[]
}

/** Contract 2.5. */
export interface DraftSigner {
  email: string
  role: string | null
  name: GivenName
  /** A language tag; null: the default. */
  locale: string | null
  /** E.164. */
  phone: string | null
  requireSms: boolean
  smsGate: 'before_view' | null
  reference: string | null
  company: string | null
  jobTitle: string | null
  /** Where the signer may go on at the end. */
  returnUrl: string | null
  /** 1 is invited first. */
  order: number | null
}

/** Where the signers' fields are: at the markers in the PDF, on an appended page, or as given. */
export type DraftPlacement = { kind: 'anchors' | 'auto_append' } | { kind: 'explicit'; fields: DraftField[] }

/** A box of an explicit placement: fractions of the page as displayed, origin top-left. */
export interface DraftField extends Box {
  /** The role of the signer who fills it. */
  role: string
  kind: FieldKind
  fieldKey: string | null
  required: boolean
  label: string | null
  maxLength: number | null
}

/** The source of the PDF: a file already on local disk, or a URL to fetch. */
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
  | 'markers_not_used'
  | 'file_truncated'
  | 'missing_glyph'
  | 'encryption_removed'
  | 'conformance_lost'

/** Contract 2.10: never fails the call. */
export interface Warning {
  field: string
  code: WarningCode
  message: string
}

import type { AnswerType, Channel, DocumentKind, FieldKind, Metadata, SigningMode } from '../../db/schema.ts'
import type { Box, Prepared } from '../../pdf/types.ts'
import type { ReceivedFile } from '../../storage/index.ts'
import type { GivenName } from '../signers/person.ts'
import type { TableField } from '../signing/tables.ts'
import type { FieldValue } from '../signing/values.ts'

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
  /** Null: a PDF of the sender's own. */
  instance: DraftInstance | null
}

/** What an instance of a template has beside its signers and boxes. */
export interface DraftInstance {
  /** `file`: without signers, always for a review. */
  kind: DocumentKind
  templateId: string
  version: number
  /** Of the version's snapshot; goes into the audit trail. */
  snapshotSha256: string
  /** The sender's values, in the order of the template. */
  values: { key: string; value: unknown }[]
  /** Staged for a review: nobody is invited before it is confirmed. */
  review: boolean
}

/** Contract 2.5. */
export interface DraftSigner {
  /** Its place in the body, such as `signers[0]`. */
  at: string
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
  /** Of a template. */
  slot: number | null
  /** The template pins the slot to this address. */
  pinned: boolean
  /** How the signer is invited and reminded. */
  channel: Channel
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
  /** The option of an enum that a checkbox stands for. */
  option: string | null
  /** What the answer must be; null: anything. */
  answerType: AnswerType | null
  /** Of a table, and only there. */
  table: TableField | null
  /** What the sender has filled in for the signer, who may change it. */
  value: FieldValue | null
}

/** A PDF that was received, with what its sender said of it. */
export interface UploadedPdf {
  file: ReceivedFile
  filename: string | null
  mediaType: string | null
}

/** The source of the PDF: a file that was received, a URL to fetch, or the PDF of a template with its values. */
export type Source =
  | ({ kind: 'file' } & UploadedPdf)
  | { kind: 'url'; url: string }
  | { kind: 'rendered'; file: ReceivedFile; rendered: RenderedPdf; filename: string; documentId: string }

/** A PDF as it is sent: `delta` follows the file, and has passed a trial seal. */
export type RenderedPdf = Pick<Prepared, 'delta' | 'pages' | 'lost' | 'embedsFonts'> & { sha256: string }

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
  | 'unusual_page'
  | 'earlier_signature'
  | 'marks_as_fields'

/** Contract 2.10: never fails the call. */
export interface Warning {
  field: string
  code: WarningCode
  message: string
}

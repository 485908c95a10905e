import type { ColumnType } from 'kysely'
/** What columns with a fixed set of values hold. */
export const KEY_SCOPES = ['full', 'read', 'embedded', 'disclose'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
/** What people are emailed about of the documents that they sent. */
export type SenderEmails = 'all' | 'problems' | 'none'
export type SignerStatus = 'queued' | 'pending' | 'viewed' | 'signed' | 'declined' | 'withdrawn' | 'expired'
export type Placement = 'anchors' | 'auto_append' | 'explicit'
/** How a signer is invited and reminded. */
export type Channel = 'email' | 'sms' | 'both'
export type SigningMode = 'sequential' | 'parallel'
export type DeliveryStatus = 'pending' | 'success' | 'giving_up'
export type PayloadMode = 'full' | 'minimal'
/** `due` once everyone has signed; null before. */
export type SealState = 'due' | 'sealed' | 'abandoned'
/** What an operator has to mend before a document can be sealed. */
export type SealReason = 'certificate_revoked'
export type SealError = 'sign_failed' | 'sealing_in_progress' | 'pades_failed' | 'seal_persist_failed'
/** A stored file is gone, cannot be read, or is not what was stored. */
export type FileProblemCode = 'missing' | 'unreadable' | 'altered'
export type RevisionKind = 'upload' | 'preparation' | 'signer' | 'seal' | 'renewal'
export type FieldKind = 'signature' | 'initial' | 'date' | 'name' | 'text' | 'checkbox' | 'table'
/** How a document was displayed (decision 0047): drawn pages, its text, a downloaded copy; `none`: a program signed. */
export type DisplayView = 'pages' | 'text' | 'download' | 'none'
/** Named as in pdf/types. */
export type RemovedContent =
  | 'javascript'
  | 'launch'
  | 'submit_form'
  | 'import_data'
  | 'remote_goto'
  | 'embedded_files'
  | 'rich_media'
  | 'xfa'
  | 'automatic_action'
  | 'external_content'
  | 'usage_rights'
  | 'unsafe_link'
  | 'view_change'
  | 'layer_states'
  | 'print_difference'
export type SealLevel = 'B-T' | 'B-LT' | 'B-LTA'
/** Flat: contract 2.4; the limits stand with `Metadata` in the spec. */
export type Metadata = Record<string, string | number | boolean | null>
/** What the answer to a box must be: the field of the registry as it was when the document was made. */
export interface AnswerType {
  type: 'text' | 'multiline' | 'number' | 'money' | 'date' | 'boolean' | 'enum' | 'email' | 'phone'
  /** Of an enum. */
  options: string[]
  /** ISO 4217, of money. */
  currency: string | null
  /** Digits after the point of a number at most; null: those given. */
  decimals: number | null
  /** The language in which numbers and days are read and shown. */
  locale: string
}
export type DocumentKind = 'esign' | 'file'
/** Where the dashboard lists a document besides among all; `other`: nowhere. */
export type DocumentTab = 'waiting' | 'signed' | 'attention' | 'unsent' | 'other'
/** Of an instance of a template that was made for review. */
export type ReviewState = 'staged' | 'confirmed' | 'discarded'
export type ReviewReason = 'discarded' | 'expired'

/** A bigint column: pg is configured to parse int8 as a number (ours stay below 2^53). */
export type BigInt8 = ColumnType<number, number | undefined, never>

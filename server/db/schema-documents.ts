import type { ColumnType, Generated } from 'kysely'
import type { Region } from '../regions.ts'
import type { SentByHand } from './schema-drafts.ts'
import type {
  AnswerType,
  Channel,
  DisplayView,
  DocumentKind,
  DocumentTab,
  FieldKind,
  FileProblemCode,
  Metadata,
  Placement,
  RemovedContent,
  ReviewReason,
  ReviewState,
  RevisionKind,
  SealError,
  SealLevel,
  SealReason,
  SealState,
  SignerStatus,
  SigningMode,
} from './values.ts'

/** The tables of documents: their files, signers, fields and audit trail. */

export interface DocumentsTable extends SentByHand {
  id: string
  workspace_id: string
  region: Region
  source: 'v1_api' | 'template_instance' | 'dashboard'
  /** Of a sandbox, whose marks bind nobody. */
  sandbox: Generated<boolean>
  title: string
  filename: string
  /** Where the workspace keeps it; null: in none. */
  folder: Generated<string | null>
  message: string | null
  /** The sender's own subject of the invitation. */
  subject: string | null
  reply_to: string | null
  /** Null: an instance of a template, whose boxes say where the fields are. */
  placement: Placement | null
  signing_mode: SigningMode
  send_emails: boolean
  metadata: ColumnType<Metadata | null, string | null, string | null>
  observers: Generated<string[]>
  expires_in_days: number
  removed: Generated<RemovedContent[]>
  /** That the file brought along, oldest first; for older documents only their trail lists them. */
  earlier_signatures: ColumnType<
    {
      field: string
      kind: 'certification' | 'approval' | 'timestamp'
      state: 'valid' | 'invalid' | 'unknown'
      signer: string | null
    }[],
    string | undefined,
    never
  >
  page_count: number
  page_sizes: ColumnType<{ width: number; height: number }[], string, string>
  /** No font is left to the viewer: texts are measured with what stands in for it. */
  embeds_fonts: Generated<boolean>
  original_sha256: string
  sha256: string
  api_key_id: string | null
  created_at: Date
  completed_at: Date | null
  /** The one `document.completed`. */
  completion_event_id: string | null
  seal_state: SealState | null
  seal_due_at: Date | null
  seal_attempts: Generated<number>
  /** The process that is sealing it (`workers/liveness.ts`). */
  seal_claimed_by: string | null
  seal_error: SealError | null
  /** Null where it is not known, too. */
  seal_reason: SealReason | null
  /** The first of the consecutive failures not caused by a time-stamp authority; null while there is no problem. */
  seal_failing_since: Date | null
  seal_delay_reported_at: Date | null
  abandoned_at: Date | null
  abandoned_by: 'api' | 'sender' | null
  signed_sha256: string | null
  seal_level: SealLevel | null
  cert_serial: string | null
  tsa_provider: string | null
  tsa_signed_at: Date | null
  audit_head_seq: number | null
  audit_head_hash: string | null
  /** The tombstone: from now on reads report the deletion. */
  deleted_at: Date | null
  /** What is wrong with the stored files, and since when that is known; null: nothing that is known. */
  file_problem: FileProblemCode | null
  file_problem_since: Date | null
  /** When every byte was last compared with its hash; 1970: never. */
  files_checked_at: Generated<Date>
  /** When every file was deleted from the store; until then each `prune` retries. */
  files_deleted_at: Date | null
  /** `file`: of a template without signing slots, or generated. */
  kind: Generated<DocumentKind>
  template_id: string | null
  template_version: number | null
  /** Null: never staged. */
  review_state: ReviewState | null
  /** 14 days after the staging. */
  review_expires_at: Date | null
  review_decided_at: Date | null
  review_actor: 'api_key' | 'user' | 'system' | null
  /** Of a discarded one. */
  review_reason: ReviewReason | null
  /** What ended it before its completion, as the list of documents sees it; written by a trigger, as the next two. */
  ended_as: ColumnType<'withdrawn' | 'declined' | 'expired' | null, undefined, never>
  ended_at: ColumnType<Date | null, undefined, never>
  /** An invited signer was to get an email, and no provider took it. */
  undelivered: ColumnType<boolean, undefined, never>
  /** A signer names somebody else, and the sender has not answered. */
  hand_over_proposed: ColumnType<boolean, undefined, never>
  /** Somebody was to get the finished copy, and no provider took it; forgotten after a while. */
  copies_undelivered: Generated<boolean>
  /** Derived by the database from the other columns. */
  tab: ColumnType<DocumentTab, undefined, never>
  /** Counts the edits of the review. */
  review_revision: Generated<number>
  /** The key or the user, as `review_actor` says; null: the system, or decided before this was kept. */
  review_decided_by: string | null
}

export interface DocumentRevisionsTable {
  document_id: string
  seq: number
  kind: RevisionKind
  signing_request_id: string | null
  start_at: number
  length: number
  sha256: string
  blob_key: string
  /** SHA-256 of each 64 KiB of the blob; null: stored by an older version and not read since. */
  chunks: Buffer | null
  created_at: Date
}

/** The printed audit trail of a document that has ended, as it was sealed last. */
export interface SealedTrailsTable {
  document_id: string
  /** The last event that it shows. */
  head_seq: number
  blob_key: string
  sha256: string
  /** Until when its time stamp holds; null: not known. */
  holds_until: Date | null
  sealed_at: Date
}

/** A sealed document whose file was read for it (`documents/survey-stamps.ts`). */
export interface RenewalsTable {
  document_id: string
  /** Until when the newest time stamp holds; null: the file does not verify. */
  holds_until: Date | null
  /** The next attempt; while one runs, the end of its lease. */
  due_at: Date
  attempts: Generated<number>
  /** The process that is renewing it (`workers/liveness.ts`). */
  claimed_by: string | null
  /** Why the last attempt failed. */
  error: string | null
  renewed_at: Date | null
}

export interface SigningRequestsTable {
  id: string
  document_id: string
  workspace_id: string
  position: number
  email: string
  name: string | null
  role: string | null
  slot: number | null
  signing_order: number | null
  status: SignerStatus
  locale: string
  reference: string | null
  company: string | null
  job_title: string | null
  phone_e164: string | null
  require_sms_verification: Generated<boolean>
  sms_gate: 'before_view' | null
  emailed: Generated<boolean>
  /** How the signer is invited and reminded. */
  channel: Generated<Channel>
  /** The invitation goes out, or went out, by SMS. */
  texted: Generated<boolean>
  link_version: Generated<number>
  link_key_version: number
  expires_at: Date | null
  created_at: Date
  invited_at: Date | null
  viewed_at: Date | null
  signed_at: Date | null
  signed_sha256: string | null
  declined_at: Date | null
  decline_reason: string | null
  withdrawn_at: Date | null
  withdrawn_by: 'api' | 'sender' | null
  /** What the provider said of the invitation that came back, while `emailed` is false. */
  email_problem: string | null
  /** For the signer to read. */
  withdrawal_reason: string | null
  expired_at: Date | null
  sms_verified_at: Date | null
  /** All wrong attempts of this request; from 30 on its verification is locked. */
  sms_wrong_tries: Generated<number>
  /** When it was locked because too many codes were requested. */
  sms_locked_at: Date | null
  /** The provider that sent the verified code, and its message id. */
  sms_provider: string | null
  sms_message_id: string | null
  last_reminded_at: Date | null
  reminder_count: Generated<number>
  reminder_steps: Generated<number>
  consent_version: string | null
  /** The page of the sender's site that the signer may go to at the end. */
  return_url: string | null
  /** When the request was last given to another person. */
  reassigned_at: Date | null
  /** IANA, of the browser that opened the document; null while unknown. */
  time_zone: string | null
  /** Counts the proposals of the right person; the one that stands is in `proposed_*`, until it is confirmed. */
  proposal: Generated<number>
  proposed_email: string | null
  proposed_name: string | null
  proposed_at: Date | null
  /** Whom the sender has decided not to ask instead; null once another one is proposed. */
  proposal_ignored: string | null
  /** Of the link of somebody whose proposal the request was passed on by. */
  passed_on_version: number | null
  passed_on_key_version: number | null
  /** The template pins the slot to this address. */
  pinned: Generated<boolean>
}

export interface FieldsTable {
  id: string
  document_id: string
  signing_request_id: string
  position: number
  kind: FieldKind
  page: number
  x: number
  y: number
  w: number
  h: number
  field_key: string | null
  label: string | null
  required: boolean
  max_length: number | null
  /** The option of an enum that a checkbox stands for. */
  option: string | null
  /** Where a text may go on that does not fit into its box (decision 0461), the smallest first. */
  rooms: ColumnType<{ x: number; y: number; w: number; h: number }[], string, never>
  /** Null: anything, as in a document without a template. */
  answer_type: ColumnType<AnswerType | null, string | null, never>
  /** Of a table, as `TableField` (`domain/signing/tables.ts`); null: any other field. */
  table_spec: ColumnType<unknown, string | null, never>
  value: ColumnType<unknown, string | null, string | null>
  saved_at: Date | null
}

export interface DisplaysTable {
  signing_request_id: string
  view: DisplayView
  pages: number[]
  first_at: Date
  last_at: Date
}

export interface AuditEventsTable {
  document_id: string
  seq: number
  type: string
  at: Date
  signing_request_id: string | null
  body: string
  prev_hash: string
  hash: string
}

export interface AuditPrivateTable {
  document_id: string
  seq: number
  salt: Buffer
  body: string
}

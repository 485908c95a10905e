import type { ColumnType, Generated } from 'kysely'
import type { DeliveriesTable, DeliveryQueueTable, EventsTable, HooksTable } from './schema-delivery.ts'
import type {
  AuditEventsTable,
  AuditPrivateTable,
  DisplaysTable,
  DocumentRevisionsTable,
  DocumentsTable,
  FieldsTable,
  RenewalsTable,
  SealedTrailsTable,
  SigningRequestsTable,
} from './schema-documents.ts'
import type { DraftsTable } from './schema-drafts.ts'
import type {
  EmailChangesTable,
  InvitationsTable,
  MembershipsTable,
  SignInsTable,
  UserIdentitiesTable,
  UserSessionsTable,
  UsersTable,
  WorkspaceLogTable,
} from './schema-people.ts'
import type { SmsCodesTable, SmsSendsTable, SmsUsageTable } from './schema-sms.ts'
import type {
  BulkRowsTable,
  BulkSendsTable,
  DirectDocumentsTable,
  DirectLinksTable,
  DirectStartsTable,
  DocumentValuesTable,
  FieldDefinitionsTable,
  TemplateFilesTable,
  TemplatesTable,
  TemplateUsesTable,
  TemplateVersionsTable,
} from './schema-templates.ts'
import type { ApiKeysTable, WorkspacesTable } from './schema-workspaces.ts'
import type { WorkerRole } from './tasks.ts'
import type { BigInt8 } from './values.ts'

export type * from './schema-delivery.ts'
export type * from './schema-documents.ts'
export type * from './schema-people.ts'
export type * from './schema-templates.ts'
export type { ApiKeysTable, WorkspacesTable } from './schema-workspaces.ts'

/** The tables as kysely sees them; `migrations/` creates them. */
export interface Database {
  workspaces: WorkspacesTable
  api_keys: ApiKeysTable
  rate_windows: RateWindowsTable
  idempotency_keys: IdempotencyKeysTable
  api_log: ApiLogTable
  keyring: KeyringTable
  documents: DocumentsTable
  document_revisions: DocumentRevisionsTable
  renewals: RenewalsTable
  sealed_trails: SealedTrailsTable
  signing_requests: SigningRequestsTable
  fields: FieldsTable
  displays: DisplaysTable
  audit_events: AuditEventsTable
  audit_private: AuditPrivateTable
  hooks: HooksTable
  events: EventsTable
  deliveries: DeliveriesTable
  delivery_queue: DeliveryQueueTable
  outbox: OutboxTable
  test_authority: TestAuthorityTable
  job_failures: JobFailuresTable
  worker_heartbeats: WorkerHeartbeatsTable
  sms_codes: SmsCodesTable
  sms_sends: SmsSendsTable
  sms_usage: SmsUsageTable
  embedded_sessions: EmbeddedSessionsTable
  field_definitions: FieldDefinitionsTable
  templates: TemplatesTable
  template_files: TemplateFilesTable
  drafts: DraftsTable
  template_versions: TemplateVersionsTable
  bulk_sends: BulkSendsTable
  bulk_rows: BulkRowsTable
  direct_links: DirectLinksTable
  direct_starts: DirectStartsTable
  direct_documents: DirectDocumentsTable
  template_uses: TemplateUsesTable
  document_values: DocumentValuesTable
  users: UsersTable
  user_identities: UserIdentitiesTable
  memberships: MembershipsTable
  user_sessions: UserSessionsTable
  sign_ins: SignInsTable
  email_changes: EmailChangesTable
  invitations: InvitationsTable
  workspace_log: WorkspaceLogTable
  page_files: PageFilesTable
}

export type * from './schema-drafts.ts'
export type * from './values.ts'
export { KEY_SCOPES } from './values.ts'

export interface PageFilesTable {
  name: string
  body: Buffer
  /** When a server without it started; null: it is in use. */
  replaced_at: Date | null
}

export interface RateWindowsTable {
  bucket: string
  opened_at: Date
  used: number
}

export interface IdempotencyKeysTable {
  workspace_id: string
  mode: 'live' | 'test'
  operation: string
  key: string
  request_hash: Buffer
  token: string
  lease_until: Date
  /** The process with the claim (`workers/liveness.ts`). */
  claimed_by: string | null
  status: number | null
  body: Buffer | null
  expires_at: Date
}

export interface ApiLogTable {
  id: BigInt8
  request_id: string
  at: Date
  workspace_id: string | null
  key_id: string | null
  method: string
  route: string
  status: number
  code: string | null
  document_id: string | null
  ms: number
}

export interface KeyringTable {
  purpose: 'link' | 'secret' | 'answer' | 'code'
  version: number
  wrapped: Buffer
  master_key_id: string
  created_at: Date
}

export interface OutboxTable {
  id: BigInt8
  channel: 'mail' | 'sms'
  recipient: string
  subject: string | null
  html: string | null
  body: string
  created_at: Date
  /** How a provider recognises a message that is sent again. */
  idempotency_key: Generated<string | null>
  /** Of a sandbox, as are the next three; null: the server's own mailbox. */
  workspace_id: Generated<string | null>
  document_id: Generated<string | null>
  signing_request_id: Generated<string | null>
  /** What it says, such as `invitation`. */
  kind: Generated<string | null>
}

/** What a message belongs to, and what it says, such as `invitation`. */
export interface MessageSubject {
  documentId: string
  signingRequestId: string | null
  kind: string
}

/** The authority that seals in sandboxes: one row at most. */
export interface TestAuthorityTable {
  one: Generated<boolean>
  /** Keys and certificates as JSON, encrypted by the keyring. */
  pki: Buffer
  created_at: Date
}

export interface JobFailuresTable {
  id: BigInt8
  task: string
  payload: ColumnType<unknown, string, string>
  error: string
  failed_at: Date
}

export interface WorkerHeartbeatsTable {
  worker_id: string
  at: Date
  /** What it does; one of an earlier release: everything. */
  roles: Generated<WorkerRole[]>
}

export interface EmbeddedSessionsTable {
  id: string
  workspace_id: string
  api_key_id: string
  document_id: string
  signing_request_id: string
  token_hash: Buffer
  origin: string
  /** Null: the signer's own. */
  locale: string | null
  ttl_seconds: number
  created_at: Date
  expires_at: Date
  first_loaded_at: Date | null
  revoked_at: Date | null
}

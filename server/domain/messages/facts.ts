import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Database } from '../../db/schema.ts'
import { displayName } from '../../mail/headers.ts'
import type { MailMessage } from '../../mail/index.ts'
import type { PublishedAuditEvent } from '../records/audit.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { revisionsAsJson, revisionsFromJson, type StoredRevision } from '../records/revisions.ts'
import type { Workspace } from '../records/workspaces/read.ts'
import type { Look } from './templates/layout.ts'

const OF_DOCUMENT = [
  'id',
  'workspace_id',
  'region',
  'title',
  'filename',
  'subject',
  'message',
  'reply_to',
  'observers',
  'signed_sha256',
  'deleted_at',
] as const
const OF_WORKSPACE = [
  'id',
  'tier',
  'name',
  'sender_name',
  'reply_to',
  'notify_email',
  'locale',
  'time_zone',
  'brand_color',
  'logo',
  'logo_type',
] as const

/** The facts every email about a document needs. */
export interface MailFacts {
  document: Pick<DocumentRow, (typeof OF_DOCUMENT)[number]>
  /** Its name is what the recipient sees as the sender. */
  workspace: Pick<Workspace, (typeof OF_WORKSPACE)[number]>
  /** Its file, to the last renewal. */
  revisions: StoredRevision[]
  /** The events that say which emails its people have got, oldest first. */
  sent: PublishedAuditEvent[]
}

/** The columns of document and workspace, each set under a prefix, and the events, in one row. */
function common(eb: ExpressionBuilder<Database, 'documents' | 'workspaces'>) {
  return [
    ...OF_DOCUMENT.map((column) => eb.ref(`documents.${column}`).as(`document_${column}`)),
    ...OF_WORKSPACE.map((column) => eb.ref(`workspaces.${column}`).as(`workspace_${column}`)),
    sql<string[]>`array(
      select body from audit_events
      where document_id = documents.id and type in ('email_sent', 'reminded', 'reassigned') order by seq
    )`.as('sent'),
    revisionsAsJson('documents.id').as('revisions'),
  ]
}

function factsIn(row: object): MailFacts {
  const facts = row as Record<string, unknown>
  const part = (prefix: string, columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, facts[`${prefix}_${column}`]]))
  return {
    document: part('document', OF_DOCUMENT) as MailFacts['document'],
    workspace: part('workspace', OF_WORKSPACE) as MailFacts['workspace'],
    revisions: revisionsFromJson(facts.revisions as Parameters<typeof revisionsFromJson>[0]),
    sent: (facts.sent as string[]).map((body) => JSON.parse(body) as PublishedAuditEvent),
  }
}

/** Reads a signer with its document; null if it no longer exists, so that a late job does nothing. */
export async function readSignerFacts(
  ctx: Ctx,
  signingRequestId: string,
): Promise<(MailFacts & { signer: SignerRow }) | null> {
  const signer = await ctx.db
    .selectFrom('signing_requests')
    .innerJoin('documents', 'documents.id', 'signing_requests.document_id')
    .innerJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .selectAll('signing_requests')
    .select(common)
    .where('signing_requests.id', '=', signingRequestId)
    .executeTakeFirst()
  return signer ? { ...factsIn(signer), signer } : null
}

/** Reads a document and its workspace; null when there is none. */
export async function readDocumentFacts(ctx: Ctx, documentId: string): Promise<MailFacts | null> {
  const row = await ctx.db
    .selectFrom('documents')
    .innerJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .select(common)
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
  return row ? factsIn(row) : null
}

const LOGO_CID = 'logo'

/** What the emails of the workspace look like. */
export function lookOf({ workspace }: MailFacts): Look {
  return { color: workspace.brand_color, logo: workspace.logo && LOGO_CID }
}

type Envelope = Pick<MailMessage, 'thread'> & Required<Pick<MailMessage, 'attachments'>>

/** What every email about the document has in common, to whomever it goes: its thread and the logo. */
export function envelopeOf({ document, workspace: { logo, logo_type: contentType } }: MailFacts): Envelope {
  const filename = contentType === 'image/jpeg' ? 'logo.jpg' : 'logo.png'
  return {
    thread: document.id,
    attachments: logo && contentType ? [{ filename, content: logo, contentType, cid: LOGO_CID }] : [],
  }
}

/** The same for an email to the people of a document, who know the sender and answer there. */
export function inTheSendersName(facts: MailFacts): Envelope & Pick<MailMessage, 'fromName' | 'replyTo'> {
  const replyTo = facts.document.reply_to ?? facts.workspace.reply_to
  return {
    ...envelopeOf(facts),
    fromName: displayName(facts.workspace.sender_name ?? facts.workspace.name, ' via Countersign'),
    ...(replyTo !== null && { replyTo }),
  }
}

import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { MessageSubject } from '../../db/schema.ts'
import { displayName } from '../../mail/headers.ts'
import type { MailMessage } from '../../mail/index.ts'
import type { PublishedAuditEvent } from '../records/audit.ts'
import { type DocumentRow, replyToOf, type SignerRow } from '../records/documents.ts'
import { revisionsAsJson, revisionsFromJson, type StoredRevision } from '../records/revisions.ts'
import { type SignerJson, signersFromJson } from '../records/signers-json.ts'
import type { Workspace } from '../records/workspaces/read.ts'
import { assertInside } from '../records/workspaces/sandbox.ts'
import type { Look } from './templates/layout.ts'

type Moment = 'created_at' | 'ends_at' | 'clock_moving_until'

/** The facts every email about a document needs. */
export interface MailFacts {
  document: DocumentRow
  /** Its name is what the recipient sees as the sender. */
  workspace: Omit<Workspace, Moment>
  /** Its file, to the last renewal. */
  revisions: StoredRevision[]
  /** The events that say which emails its people have got, oldest first. */
  sent: PublishedAuditEvent[]
}

/** Reads a signer with its document; null if it no longer exists, so that a late job does nothing. */
export async function readSignerFacts(
  ctx: Ctx,
  signingRequestId: string,
): Promise<(MailFacts & { signer: SignerRow }) | null> {
  const row = await factsOf(ctx)
    .innerJoin('signing_requests', 'signing_requests.document_id', 'documents.id')
    .select(sql<SignerJson>`to_jsonb(signing_requests)`.as('signer'))
    .where('signing_requests.id', '=', signingRequestId)
    .executeTakeFirst()
  if (!row) return null
  const { signer, ...facts } = row
  return { ...factsIn(ctx, facts), signer: signersFromJson([signer])[0]! }
}

/** Reads a document and its workspace; null when there is none. */
export async function readDocumentFacts(ctx: Ctx, documentId: string): Promise<MailFacts | null> {
  const row = await factsOf(ctx).where('documents.id', '=', documentId).executeTakeFirst()
  return row ? factsIn(ctx, row) : null
}

/** What a message to this signer belongs to. */
export function subjectOf({ id, document_id }: Pick<SignerRow, 'id' | 'document_id'>, kind: string): MessageSubject {
  return { documentId: document_id, signingRequestId: id, kind }
}

/** As JSON has it: moments are texts. */
type WorkspaceJson = Omit<Workspace, Moment | 'logo'> & { logo: string | null }

function factsOf({ db }: Ctx) {
  return db
    .selectFrom('documents')
    .innerJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .selectAll('documents')
    .select([
      sql<WorkspaceJson>`to_jsonb(workspaces) - array['created_at', 'ends_at', 'clock_moving_until']`.as('workspace'),
      revisionsAsJson('documents.id').as('revisions'),
      sql<string[]>`array(select body from audit_events where document_id = documents.id
        and type in ('email_sent', 'email_failed', 'reminded', 'reassigned') order by seq)`.as('sent'),
    ])
}

type FactsRow = NonNullable<Awaited<ReturnType<ReturnType<typeof factsOf>['executeTakeFirst']>>>

function factsIn(ctx: Ctx, { workspace, revisions, sent, ...document }: FactsRow): MailFacts {
  assertInside(ctx, workspace)
  return {
    document,
    // Bytes are `\x` and hexadecimal in JSON.
    workspace: { ...workspace, logo: workspace.logo === null ? null : Buffer.from(workspace.logo.slice(2), 'hex') },
    revisions: revisionsFromJson(revisions),
    sent: sent.map((body) => JSON.parse(body) as PublishedAuditEvent),
  }
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
  const replyTo = replyToOf(facts.document, facts.workspace)
  return {
    ...envelopeOf(facts),
    fromName: displayName(facts.workspace.sender_name ?? facts.workspace.name, ' via Countersign'),
    ...(replyTo !== null && { replyTo }),
  }
}

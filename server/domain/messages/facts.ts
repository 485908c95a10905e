import type { Ctx } from '../../context.ts'
import { displayName } from '../../mail/headers.ts'
import type { MailMessage } from '../../mail/index.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import type { Look } from './templates/layout.ts'

/** The facts every email about a document needs. */
export interface MailFacts {
  document: DocumentRow
  /** Its name is what the recipient sees as the sender. */
  workspace: Workspace
}

/** Reads a signer with its document; null if it no longer exists, so that a late job does nothing. */
export async function readSignerFacts(
  ctx: Ctx,
  signingRequestId: string,
): Promise<(MailFacts & { signer: SignerRow }) | null> {
  const signer = await ctx.db
    .selectFrom('signing_requests')
    .selectAll()
    .where('id', '=', signingRequestId)
    .executeTakeFirst()
  const facts = signer && (await readDocumentFacts(ctx, signer.document_id))
  return facts ? { ...facts, signer } : null
}

/** Reads a document and its workspace; null when there is none. */
export async function readDocumentFacts(ctx: Ctx, documentId: string): Promise<MailFacts | null> {
  const document = await ctx.db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirst()
  if (!document) return null
  return { document, workspace: await readWorkspace(ctx.db, document.workspace_id) }
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

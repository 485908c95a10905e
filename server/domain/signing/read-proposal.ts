import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { type Locale, toLocale } from '../locales.ts'
import { assertMay } from '../may.ts'
import { loadDocument, loadSigner } from '../records/documents.ts'
import { readWorkspace } from '../records/workspaces/read.ts'

/** What the page behind the link in the sender's email shows before the sender confirms. */
export interface Proposal {
  signingRequestId: string
  title: string
  workspace: string
  locale: Locale
  current: { email: string; name: string | null }
  proposed: { email: string; name: string }
  /** The new person needs a phone number for the code. */
  needsPhone: boolean
}

/** @throws DomainError `not_found` when the proposal no longer stands */
export async function readProposal(ctx: Ctx, actor: Actor): Promise<Proposal> {
  assertMay(ctx, actor, 'readProposal')
  const signer = await loadSigner(ctx.db, actor.workspaceId, actor.signingRequestId)
  const [document, workspace] = await Promise.all([
    loadDocument(ctx.db, actor.workspaceId, signer.document_id),
    readWorkspace(ctx.db, actor.workspaceId),
  ])
  const { proposed_email: email, proposed_name: name } = signer
  if (email === null || name === null) throw new DomainError('not_found', 'this link is not valid')
  return {
    signingRequestId: signer.id,
    title: document.title,
    workspace: workspace.name,
    locale: toLocale(workspace.locale),
    current: { email: signer.email, name: signer.name },
    proposed: { email, name },
    needsPhone: signer.require_sms_verification,
  }
}

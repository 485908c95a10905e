import type { Ctx } from '../../context.ts'
import type { SignerStatus } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { planOf } from '../plans.ts'
import { countDocuments, monthOf } from '../records/workspaces/caps.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { type SmsAllowance, smsAllowance } from '../records/workspaces/sms-allowance.ts'
import { signingUrl } from '../signers/link.ts'

/** How far a workspace has come on the way to its first signature. */
export interface StartProgress {
  /** The newest key that works. */
  key: { name: string; display: string; createdAt: Date } | null
  /** The newest document sent by API, with the signer whose turn it is; `link` is null when none is open. */
  sent: { documentId: string; title: string; link: string | null; status: SignerStatus } | null
  /** A document of the workspace has been signed by everyone. */
  signed: boolean
}

/** What the first steps are, and which of them are done. */
export async function startProgress(ctx: Pick<Ctx, 'db' | 'config' | 'keyring'>, actor: Actor): Promise<StartProgress> {
  assertMay(ctx, actor, 'startProgress')
  const [key, signed, sent] = await Promise.all([
    ctx.db
      .selectFrom('api_keys')
      .select(['name', 'display', 'created_at as createdAt'])
      .where('workspace_id', '=', actor.workspaceId)
      .where('revoked_at', 'is', null)
      .where('scope', '=', 'full')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('documents')
      .select('id')
      .where('workspace_id', '=', actor.workspaceId)
      .where('completed_at', 'is not', null)
      .where('kind', '=', 'esign')
      .limit(1)
      .executeTakeFirst(),
    newestSent(ctx, actor.workspaceId),
  ])
  return { key: key ?? null, sent, signed: signed !== undefined }
}

async function newestSent(ctx: Pick<Ctx, 'db' | 'config' | 'keyring'>, workspaceId: string) {
  const document = await ctx.db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'esign')
    .where('source', '<>', 'dashboard')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!document) return null
  const signers = await ctx.db
    .selectFrom('signing_requests')
    .select(['id', 'status', 'link_version', 'link_key_version'])
    .where('document_id', '=', document.id)
    .orderBy('position')
    .execute()
  const open = signers.find(({ status }) => status === 'pending' || status === 'viewed')
  const shown = open ?? signers[0]
  if (!shown) return null
  const link = open ? signingUrl(ctx, open) : null
  return { documentId: document.id, title: document.title, link, status: shown.status }
}

/** What a workspace has used of its plan in this UTC month. */
export interface MonthUsage {
  documents: number
  /** Null: no limit. */
  documentCap: number | null
  sms: SmsAllowance
}

export async function monthUsage(ctx: Pick<Ctx, 'db' | 'config' | 'clock'>, actor: Actor): Promise<MonthUsage> {
  assertMay(ctx, actor, 'monthUsage')
  const workspace = await readWorkspace(ctx.db, actor.workspaceId)
  const { start } = monthOf(ctx.clock.now())
  return {
    documents: await countDocuments(ctx.db, workspace.id, start),
    documentCap: planOf(ctx, workspace.tier).document_cap,
    sms: await smsAllowance(ctx, ctx.db, workspace),
  }
}

import type { Ctx } from '../../context.ts'
import type { SignerStatus } from '../../db/schema.ts'
import { LIST, START } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { isAwaited } from '../messages/invite.ts'
import { capsOf } from '../plans.ts'
import { inSigningOrder, loadSigners } from '../records/documents.ts'
import { countDocuments, monthOf } from '../records/workspaces/caps.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { type SmsAllowance, smsAllowance } from '../records/workspaces/sms-allowance.ts'
import { isPastExpiry } from '../signers/checks.ts'
import { signingUrl } from '../signers/link.ts'
import { type DocumentStatus, documentStatus } from '../signers/states.ts'

/** How far a workspace has come on the way to its first signature. */
export interface StartProgress {
  /** The newest key that works. */
  key: { name: string; display: string; createdAt: Date } | null
  /** The newest document that came by API. */
  sent: FirstSent | null
  /** A document of the workspace has been signed by everyone. */
  signed: boolean
}

export interface FirstSent {
  documentId: string
  title: string
  status: DocumentStatus
  /** Of whose turn it is, or with whom it ended; else of who is first. */
  signer: SignerStatus
  /** Where that signer signs; null: nobody can now. */
  link: string | null
}

type StartCtx = Pick<Ctx, 'db' | 'clock' | 'config' | 'keyring'>

/** What the first steps are, and which of them are done. */
export async function startProgress(ctx: StartCtx, actor: Actor): Promise<StartProgress> {
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

async function newestSent(ctx: StartCtx, workspaceId: string): Promise<FirstSent | null> {
  const document = await ctx.db
    .selectFrom('documents')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'esign')
    .where('source', '<>', 'dashboard')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!document) return null
  const now = ctx.clock.now()
  const signers = inSigningOrder(await loadSigners(ctx.db, document.id)).map((signer) =>
    isAwaited(signer) && isPastExpiry(signer, now) ? { ...signer, status: 'expired' as const } : signer,
  )
  const statuses = signers.map((signer) => signer.status)
  const status = documentStatus(document, statuses, now)
  const open = status === 'pending' ? signers.find(isAwaited) : undefined
  const shown = open ?? signers.find((signer) => signer.status === status) ?? signers[0]
  if (!shown) return null
  const link = open ? signingUrl(ctx, open) : null
  return { documentId: document.id, title: document.title, status, signer: shown.status, link }
}

/** What a person finds when they come back. */
export interface StartNews {
  /** Their own signatures that others wait for, the latest invitation first, at most `START.rows`. */
  toSign: { id: string; title: string; link: string }[]
  /** What was signed by everyone in the last seven days, the latest first, at most `START.rows`. */
  signed: { id: string; title: string; at: Date }[]
  /** How many those are, counted up to `LIST.countedTo`. */
  signedCount: number
}

/** What waits for the person's own signature, and what was done this week. */
export async function startNews(ctx: StartCtx, actor: Actor): Promise<StartNews> {
  assertMay(ctx, actor, 'startNews')
  const now = ctx.clock.now()
  const own = ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn<string>('lower', ['email']).as('email'))
    .where('id', '=', actor.userId)
  const week = ctx.db
    .selectFrom('documents')
    .where('workspace_id', '=', actor.workspaceId)
    .where('kind', '=', 'esign')
    .where('completed_at', '>', new Date(now.getTime() - START.doneMs))
    .where('files_deleted_at', 'is', null)
  const [waiting, signed, { count }] = await Promise.all([
    ctx.db
      .selectFrom('signing_requests')
      .innerJoin('documents', 'documents.id', 'signing_requests.document_id')
      .selectAll('signing_requests')
      .select('documents.title')
      .where('signing_requests.workspace_id', '=', actor.workspaceId)
      .where((eb) => eb.fn('lower', ['signing_requests.email']), '=', own)
      .where('signing_requests.status', 'in', ['pending', 'viewed'])
      .where('signing_requests.expires_at', '>', now)
      .orderBy('signing_requests.invited_at', 'desc')
      .limit(START.rows)
      .execute(),
    week
      .select(['id', 'title'])
      .select((eb) => eb.ref('completed_at').$notNull().as('at'))
      .orderBy('completed_at', 'desc')
      .limit(START.rows)
      .execute(),
    ctx.db
      .selectFrom(week.select('id').limit(LIST.countedTo).as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    toSign: waiting.map(({ title, ...signer }) => ({ id: signer.document_id, title, link: signingUrl(ctx, signer) })),
    signed,
    signedCount: count,
  }
}

/** What a workspace has used of its plan in this UTC month. */
export interface MonthUsage {
  documents: number
  /** Null: no limit. */
  documentCap: number | null
  sms: SmsAllowance
}

export async function monthUsage(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock' | 'sandbox'>,
  actor: Actor,
): Promise<MonthUsage> {
  assertMay(ctx, actor, 'monthUsage')
  const workspace = await readWorkspace(ctx.db, actor.workspaceId)
  const { start } = monthOf(ctx.clock.now())
  return {
    documents: await countDocuments(ctx.db, workspace.id, start),
    documentCap: capsOf(ctx, workspace.tier).document_cap,
    sms: await smsAllowance(ctx, ctx.db, workspace),
  }
}

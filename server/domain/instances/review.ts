import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { ReviewState } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import type { ListPlace } from '../place.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'
import { keyName } from '../records/workspaces/keys.ts'
import { reviewState } from '../signers/review.ts'
import type { Snapshot } from '../templates/model.ts'
import { loadTemplate, loadVersion } from '../templates/read.ts'
import { inputsOf, type TemplateInput } from '../values/inputs.ts'
import { notStaged } from './discard.ts'
import { keptValues } from './rendition.ts'

/** A document of a review, with everything that a reviewer may look at or change. */
export interface Review {
  document: DocumentRow
  /** As it is to be reported, even before the job has ended it. */
  state: ReviewState
  /** In the template's order; none of a file. */
  signers: SignerRow[]
  /** As the version was locked. */
  template: { name: string; version: number; model: Snapshot['model']; pages: number }
  /** Every value that the sender gives or may fill in for a signer, in the template's order. */
  inputs: TemplateInput[]
  /** Kept values by key. */
  values: Record<string, unknown>
  /** Of the key, else of the person, by name or address; null: not known any more. */
  stagedBy: string | null
  /** The name of the key, or the name or address of the person; null: the system, or unknown by now. */
  decidedBy: string | null
  /** Of the document's own webhook; null: it has none. */
  callbackUrl: string | null
}

/** The review of a document (contract 3). @throws DomainError `not_found`, `not_staged` */
export async function readReview(ctx: Ctx, actor: Actor, id: string): Promise<Review> {
  assertMay(ctx, actor, 'readReview')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  const state = reviewState(document, ctx.clock.now())
  const { template_id: templateId, template_version: version, api_key_id: keyId, sent_by: userId } = document
  if (state === null || templateId === null || version === null) throw notStaged()
  const template = await loadTemplate(ctx.db, actor.workspaceId, templateId)
  const [{ snapshot }, signers, values, stagedBy, decidedBy, callback] = await Promise.all([
    loadVersion(ctx.db, template, version),
    loadSigners(ctx.db, id),
    keptValues(ctx, id),
    userId === null ? keyName(ctx.db, keyId) : userName(ctx, userId),
    deciderName(ctx, document),
    ctx.db.selectFrom('hooks').select('target_url').where('document_id', '=', id).executeTakeFirst(),
  ])
  const { model, fields, file } = JSON.parse(snapshot) as Snapshot
  const inputs = inputsOf({ model, fields })
  const made = { name: model.name, version, model, pages: file.pages.length }
  const callbackUrl = callback?.target_url ?? null
  return { document, state, signers, template: made, inputs, values, stagedBy, decidedBy, callbackUrl }
}

async function deciderName(
  ctx: Pick<Ctx, 'db'>,
  { review_actor: kind, review_decided_by: id }: DocumentRow,
): Promise<string | null> {
  if (id === null) return null
  return kind === 'api_key' ? keyName(ctx.db, id) : userName(ctx, id)
}

async function userName({ db }: Pick<Ctx, 'db'>, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst()
  return user ? (user.name ?? user.email) : null
}

/** A document that waits for its review. */
export interface WaitingReview {
  id: string
  title: string
  kind: DocumentRow['kind']
  stagedAt: Date
  expiresAt: Date
  /** As of a `Review`. */
  stagedBy: string | null
  /** Of its signers, by name or address, in their order. */
  signers: string[]
}

/** Reviews on one page of the list. */
const PAGE = 50

/**
 * What waits for a review, the least time first.
 * @param after the last of the page before; null: from the beginning
 */
export async function listReviews(
  ctx: Ctx,
  actor: Actor,
  after: ListPlace | null,
): Promise<{ reviews: WaitingReview[]; more: boolean }> {
  assertMay(ctx, actor, 'listReviews')
  const names = sql<string[]>`array(select coalesce(signer.name, signer.email) from signing_requests signer
    where signer.document_id = documents.id order by signer.signing_order, signer.position)`
  const stagedBy = sql<string | null>`coalesce(api_keys.name, users.name, users.email)`
  let query = ctx.db
    .selectFrom('documents')
    .leftJoin('api_keys', 'api_keys.id', 'documents.api_key_id')
    .leftJoin('users', 'users.id', 'documents.sent_by')
    .select(['documents.id', 'documents.title', 'documents.kind', 'documents.created_at'])
    .select([sql<Date>`documents.review_expires_at`.as('expiresAt'), stagedBy.as('stagedBy'), names.as('signers')])
    .where('documents.workspace_id', '=', actor.workspaceId)
    .where('documents.review_state', '=', 'staged')
    .where('documents.review_expires_at', '>', ctx.clock.now())
    .orderBy('documents.review_expires_at')
    .orderBy('documents.id')
    .limit(PAGE + 1)
  if (after) {
    query = query.where(sql<boolean>`(documents.review_expires_at, documents.id) > (${after.at}, ${after.id})`)
  }
  const rows = await query.execute()
  const reviews = rows.slice(0, PAGE).map(({ created_at: stagedAt, ...row }) => ({ ...row, stagedAt }))
  return { reviews, more: rows.length > PAGE }
}

import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, sqlState, type Tx, transaction } from '../../db/database.ts'
import type { DocumentTab } from '../../db/schema.ts'
import { LIST } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { type SignerJson, signersAsJson, signersFromJson } from '../records/signers-json.ts'
import { findHits, type Hits, type Period, type Slice, searchOf } from './search.ts'

/** A place between two documents of the list, which is in order of creation, the newest first. */
export interface ListPosition {
  at: Date
  id: string
}

export type ListTab = Exclude<DocumentTab, 'other'>
export type ListSource = 'api' | 'template' | 'dashboard'

export interface ListRequest {
  /** Null: all documents. */
  tab: ListTab | null
  source: ListSource | null
  /** Created since; null: at any time. */
  since: Date | null
  /** As typed. */
  search: string
  /** Searches what is older than `LIST.searchedMs`, which a search for words leaves out at first. */
  older: boolean
  /** The page before (towards older) or after a place; null: the newest. */
  from: { direction: 'older' | 'newer'; place: ListPosition } | null
}

export interface ListedDocument {
  document: DocumentRow
  signers: SignerRow[]
  /** The API key that sent it. */
  keyName: string | null
  /** The person who sent it from the dashboard. */
  senderName: string | null
  templateName: string | null
  /** Of the newest entry in its audit trail. */
  changedAt: Date
}

export interface DocumentList {
  rows: ListedDocument[]
  hasNewer: boolean
  hasOlder: boolean
  /** What a search did not look at; null: it looked at everything. */
  searched: { since: Date | null; capped: boolean } | null
}

/** `slow`: no answer within `LIST.statementMs`, so that a search never takes the database from the signers. */
export type ListOutcome = { kind: 'list'; list: DocumentList } | { kind: 'slow' }

/**
 * One page of the workspace's documents (decision 0560), the newest first.
 */
export async function listDocuments(ctx: Ctx, actor: Actor, request: ListRequest): Promise<ListOutcome> {
  assertMay(ctx, actor, 'listDocuments')
  const isPlain = request.search.trim() === '' && request.source === null
  // Both orders are those of an index; only what is filtered or searched can be slow.
  if (isPlain) return { kind: 'list', list: await page(ctx, ctx.db, actor.workspaceId, request) }
  try {
    return await transaction(ctx.db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(LIST.statementMs)}, true)`.execute(tx)
      return { kind: 'list', list: await searched(ctx, tx, actor.workspaceId, request) }
    })
  } catch (error) {
    // query_canceled
    if (sqlState(error) === '57014') return { kind: 'slow' }
    throw error
  }
}

/** How many documents a tab holds, counted up to one more than `LIST.countedTo`. */
export async function countTabs(ctx: Ctx, actor: Actor, tabs: readonly ListTab[]): Promise<Record<string, number>> {
  assertMay(ctx, actor, 'countTabs')
  const countOf = (tab: ListTab) => {
    // A column of the indexes, so that no row is read.
    const some = ctx.db
      .selectFrom('documents')
      .select('workspace_id')
      .where('workspace_id', '=', actor.workspaceId)
      .where(inTab(ctx, tab))
      .limit(LIST.countedTo + 1)
    return ctx.db.selectFrom(some.as('some')).select((eb) => eb.fn.countAll<number>().as('count'))
  }
  const row = await ctx.db.selectNoFrom(tabs.map((tab) => countOf(tab).as(tab))).executeTakeFirstOrThrow()
  return Object.fromEntries(tabs.map((tab) => [tab, row[tab] ?? 0]))
}

async function searched(ctx: Ctx, tx: Tx, workspaceId: string, request: ListRequest): Promise<DocumentList> {
  const search = searchOf(request.search)
  if (!search) return page(ctx, tx, workspaceId, request)
  const limit = new Date(ctx.clock.now().getTime() - LIST.searchedMs)
  const isRecent = search.kind === 'words' && !request.older
  const period: Period = { from: isRecent ? later(limit, request.since) : request.since, to: null }
  const older: Period = { from: request.since, to: limit }
  const hits = await findHits(tx, workspaceId, search, request.older ? older : period, sliceOf(ctx, request))
  const list = await page(ctx, tx, workspaceId, request, hits)
  return { ...list, searched: { since: isRecent ? limit : null, capped: hits.capped } }
}

const later = (one: Date, other: Date | null) => (other && other > one ? other : one)

async function page(
  ctx: Ctx,
  db: Db | Tx,
  workspaceId: string,
  request: ListRequest,
  hits?: Hits,
): Promise<DocumentList> {
  const { from } = request
  const { where, order } = sliceOf(ctx, request)
  const isUpwards = order === 'asc'
  const found = db
    .selectFrom('documents')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(where)
    .$if(hits !== undefined, (q) => q.where(sql<boolean>`id = any(${hits!.ids}::uuid[])`))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(LIST.rows + 1)
  const rows = await db
    .selectFrom(found.as('documents'))
    .leftJoin('api_keys', 'api_keys.id', 'documents.api_key_id')
    .leftJoin('users', 'users.id', 'documents.sent_by')
    .leftJoin('templates', 'templates.id', 'documents.template_id')
    .selectAll('documents')
    .select([
      'api_keys.name as key_name',
      'templates.name as template_name',
      sql<string | null>`coalesce(users.name, users.email)`.as('sender_name'),
      signersAsJson('documents.id').as('signers'),
      sql<Date | null>`(select at from audit_events where document_id = documents.id order by seq desc limit 1)`.as(
        'changed_at',
      ),
    ])
    .orderBy('documents.created_at', order)
    .orderBy('documents.id', order)
    .execute()
  const listed = rows
    .slice(0, LIST.rows)
    .map(({ key_name, sender_name, template_name, signers, changed_at, ...document }) => ({
      document,
      signers: signersFromJson(signers as SignerJson[]),
      keyName: key_name,
      senderName: sender_name,
      templateName: template_name,
      changedAt: changed_at ?? document.created_at,
    }))
  const hasMore = rows.length > LIST.rows
  return {
    rows: isUpwards ? listed.reverse() : listed,
    hasNewer: isUpwards ? hasMore : from !== null,
    hasOlder: isUpwards ? true : hasMore,
    searched: null,
  }
}

function sliceOf(ctx: Ctx, { tab, source, since, from }: ListRequest): Slice {
  const isUpwards = from?.direction === 'newer'
  const conditions = [sql<boolean>`true`]
  if (tab !== null) conditions.push(inTab(ctx, tab))
  if (source !== null) conditions.push(fromSource(source))
  if (since !== null) conditions.push(sql`created_at >= ${since}`)
  if (from !== null) {
    const place = sql`(${from.place.at}, ${from.place.id}::uuid)`
    conditions.push(isUpwards ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`)
  }
  return { where: sql<boolean>`(${sql.join(conditions, sql` and `)})`, order: isUpwards ? 'asc' : 'desc' }
}

/** What has declined or expired needs attention for a while, not for ever. */
function inTab({ clock }: Pick<Ctx, 'clock'>, tab: ListTab) {
  if (tab !== 'attention') return sql<boolean>`tab = ${tab}`
  const since = new Date(clock.now().getTime() - LIST.attentionMs)
  // As in the index `documents_attention`. Estimated apart, most rows have no end, and those of this tab are read at large.
  return sql<boolean>`tab = 'attention' and coalesce(ended_at, timestamptz 'infinity') >= ${since}`
}

function fromSource(source: ListSource) {
  switch (source) {
    case 'api':
      return sql<boolean>`api_key_id is not null`
    case 'template':
      return sql<boolean>`template_id is not null`
    case 'dashboard':
      return sql<boolean>`source = 'dashboard'`
  }
}

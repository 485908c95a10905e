import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { Db, sqlState, type Tx, transaction } from '../../db/database.ts'
import { listing } from '../../db/replica.ts'
import type { DocumentTab } from '../../db/schema.ts'
import { LIST } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import type { ListPlace } from '../place.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { type SignerJson, signersAsJson, signersFromJson } from '../records/signers-json.ts'
import { findHits, searchOf } from './search.ts'
import type { Slice } from './slice.ts'

export type ListTab = Exclude<DocumentTab, 'other'>
export type ListSource = 'api' | 'template' | 'dashboard'

export interface ListRequest {
  /** Null: all documents. */
  tab: ListTab | null
  source: ListSource | null
  /** Null: all documents, in a folder or in none. */
  folder: string | null
  /** Created since; null: at any time. */
  since: Date | null
  /** As typed. */
  search: string
  /** Searches what is older than `LIST.searchedMs`, which a search for words leaves out at first. */
  older: boolean
  /** The page before (towards older) or after a place in order of creation; null: the newest. */
  from: { direction: 'older' | 'newer'; place: ListPlace } | null
}

export interface ListedDocument {
  document: DocumentRow
  signers: SignerRow[]
  /** The API key that sent it. */
  keyName: string | null
  /** The person who sent it from the dashboard. */
  senderName: string | null
  templateName: string | null
}

export interface DocumentList {
  rows: ListedDocument[]
  hasNewer: boolean
  hasOlder: boolean
  /** What a search did not look at; null: it looked at everything. */
  searched: { since: Date | null } | null
}

/** `slow`: no answer within `LIST.statementMs`, so that a search never takes the database from the signers. */
export type ListOutcome = { kind: 'list'; list: DocumentList } | { kind: 'slow' }

/**
 * One page of the workspace's documents (decision 0560), the newest first.
 */
export async function listDocuments(ctx: Ctx, actor: Actor, request: ListRequest): Promise<ListOutcome> {
  assertMay(ctx, actor, 'listDocuments')
  const isPlain = request.search.trim() === '' && request.source === null && request.folder === null
  // Both orders are those of an index; only what is filtered or searched can be slow.
  if (isPlain) return { kind: 'list', list: await listing(ctx, (db) => page(ctx, db, actor.workspaceId, request)) }
  const search = async (tx: Tx) => {
    await sql`select set_config('statement_timeout', ${String(LIST.statementMs)}, true)`.execute(tx)
    return searched(ctx, tx, actor.workspaceId, request)
  }
  try {
    const list = await listing(ctx, (db) => (db instanceof Db ? transaction(db, search) : search(db)))
    return { kind: 'list', list }
  } catch (error) {
    // query_canceled
    if (sqlState(error) === '57014') return { kind: 'slow' }
    throw error
  }
}

/** How many documents a tab holds, counted up to one more than `LIST.countedTo`. */
export async function countTabs(ctx: Ctx, actor: Actor, tabs: readonly ListTab[]): Promise<Record<string, number>> {
  assertMay(ctx, actor, 'countTabs')
  const countOf = (db: Db | Tx, tab: ListTab) => {
    // A column of the indexes, so that no row is read.
    const some = db
      .selectFrom('documents')
      .select('workspace_id')
      .where('workspace_id', '=', actor.workspaceId)
      .where('tab', '=', tab)
      .$if(tab === 'attention', (q) => q.where(attentionSince(ctx)))
      .limit(LIST.countedTo + 1)
    return db.selectFrom(some.as('some')).select((eb) => eb.fn.countAll<number>().as('count'))
  }
  const row = await listing(ctx, (db) =>
    db.selectNoFrom(tabs.map((tab) => countOf(db, tab).as(tab))).executeTakeFirstOrThrow(),
  )
  return Object.fromEntries(tabs.map((tab) => [tab, row[tab] ?? 0]))
}

async function searched(ctx: Ctx, tx: Tx, workspaceId: string, request: ListRequest): Promise<DocumentList> {
  const search = searchOf(request.search)
  if (!search) return page(ctx, tx, workspaceId, request)
  const limit = new Date(ctx.clock.now().getTime() - LIST.searchedMs)
  const isRecent = search.kind === 'words' && !request.older
  const slice = sliceOf(ctx, request, { from: isRecent ? limit : null, to: request.older ? limit : null })
  const hits = await findHits(tx, workspaceId, search, slice)
  const list = await page(ctx, tx, workspaceId, request, { ids: hits, slice })
  return { ...list, searched: { since: isRecent ? limit : null } }
}

async function page(
  ctx: Ctx,
  db: Db | Tx,
  workspaceId: string,
  request: ListRequest,
  hits?: { ids: string[]; slice: Slice },
): Promise<DocumentList> {
  const { from } = request
  const { place, tab, filter, order } = hits?.slice ?? sliceOf(ctx, request)
  const isUpwards = order === 'asc'
  const found = db
    .selectFrom('documents')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(place('id'))
    .$if(tab !== null, (q) => q.where(tab!))
    .$if(filter !== null, (q) => q.where(filter!))
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
    ])
    .orderBy('documents.created_at', order)
    .orderBy('documents.id', order)
    .execute()
  const listed = rows.slice(0, LIST.rows).map(({ key_name, sender_name, template_name, signers, ...document }) => ({
    document,
    signers: signersFromJson(signers as SignerJson[]),
    keyName: key_name,
    senderName: sender_name,
    templateName: template_name,
  }))
  const hasMore = rows.length > LIST.rows
  return {
    rows: isUpwards ? listed.reverse() : listed,
    hasNewer: isUpwards ? hasMore : from !== null,
    hasOlder: isUpwards ? true : hasMore,
    searched: null,
  }
}

/** Created in [from, to); null: open. */
interface Period {
  from: Date | null
  to: Date | null
}

function sliceOf(ctx: Ctx, { tab, source, folder, since, from }: ListRequest, period?: Period): Slice {
  const isUpwards = from?.direction === 'newer'
  const place = (id: 'id' | 'document_id') => {
    const conditions = [sql`true`]
    for (const start of [since, period?.from]) if (start) conditions.push(sql`created_at >= ${start}`)
    if (period?.to) conditions.push(sql`created_at < ${period.to}`)
    if (from !== null) {
      const direction = sql.raw(isUpwards ? '>' : '<')
      conditions.push(sql`(created_at, ${sql.ref(id)}) ${direction} (${from.place.at}, ${from.place.id}::uuid)`)
    }
    return allOf(conditions)
  }
  const filters = [
    ...(tab === 'attention' ? [attentionSince(ctx)] : []),
    ...(source ? [fromSource(source)] : []),
    ...(folder === null ? [] : [sql<boolean>`folder = ${folder}`]),
  ]
  return {
    place,
    tab: tab === null ? null : sql<boolean>`tab = ${tab}`,
    filter: filters.length === 0 ? null : allOf(filters),
    order: isUpwards ? 'asc' : 'desc',
  }
}

const allOf = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** What has declined or expired needs attention for a while, not for ever. */
function attentionSince({ clock }: Pick<Ctx, 'clock'>) {
  const since = new Date(clock.now().getTime() - LIST.attentionMs)
  // As in the index `documents_attention`. Estimated apart, most rows have no end, and those of this tab are read at large.
  return sql<boolean>`coalesce(ended_at, timestamptz 'infinity') >= ${since}`
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

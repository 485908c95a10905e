import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { BulkSendsTable } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { loadTemplate } from '../templates/read.ts'
import { isUuid } from '../uuid.ts'
import type { CsvRowProblem } from './row.ts'
import { rowsSentBefore, type SentBefore } from './sent-before.ts'

export type BulkRow = Selectable<BulkSendsTable>

/** How far the rows of a file are. */
export interface RowCounts {
  total: number
  checked: number
  /** Checked, and nothing is wrong with them; sent ones included. */
  good: number
  bad: number
  sent: number
}

export interface Upload extends BulkRow {
  counts: RowCounts
}

/** Files on the page of a template. */
const LISTED = 20

/** The files that were uploaded for a template, the newest first. @throws DomainError `not_found` */
export async function listUploads(ctx: Ctx, actor: Actor, templateId: string): Promise<Upload[]> {
  assertMay(ctx, actor, 'listUploads')
  await loadTemplate(ctx.db, actor.workspaceId, templateId)
  const rows = await ctx.db
    .selectFrom('bulk_sends')
    .selectAll()
    .where('workspace_id', '=', actor.workspaceId)
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...row, counts: await countRows(ctx.db, row.id) })))
}

/** A row that somebody has to look at. */
export interface RowToCorrect {
  row: number
  /** As in the file; null: kept by an earlier release. */
  cells: string[] | null
  problems: CsvRowProblem[]
}

/** A problem with the rows that have it. */
export interface ProblemOfRows extends CsvRowProblem {
  /** The first of them. */
  rows: number[]
  count: number
}

export interface UploadView extends Upload {
  /** The first of the rows with a problem. */
  toCorrect: RowToCorrect[]
  /** What is wrong with any row, once; the first of them, those of the most rows before others. */
  problems: ProblemOfRows[]
  /** All rows that were sent from another file; empty unless sending is the next step. */
  sentBefore: SentBefore[]
}

/** Rows and problems that a page lists; the result has all. */
const SHOWN = 50
/** Rows that are named of those that share a problem. */
const NAMED = 5

/** One file, and what is wrong with its rows. @throws DomainError `not_found` */
export async function readUpload(ctx: Ctx, actor: Actor, templateId: string, id: string): Promise<UploadView> {
  assertMay(ctx, actor, 'readUpload')
  const row = await loadUpload(ctx.db, actor.workspaceId, id)
  if (row.template_id !== templateId) throw notFound()
  const [counts, toCorrect, problems] = await Promise.all([
    countRows(ctx.db, id),
    rowsToCorrect(ctx.db, id),
    problemsOfFile(ctx.db, id),
  ])
  const sentBefore = stepAfter({ ...row, counts }) === 'send' ? await rowsSentBefore(ctx, id) : []
  return { ...row, counts, toCorrect, problems, sentBefore }
}

/** What a person can do with a file that nobody works on: rows go out once all have been checked. Null: nothing. */
export function stepAfter({ state, counts }: Pick<Upload, 'state' | 'counts'>): 'check' | 'send' | null {
  if (state === 'mapping' || state === 'checking' || state === 'sending') return null
  if (counts.checked < counts.total) return 'check'
  return state === 'done' || counts.good === counts.sent ? null : 'send'
}

async function rowsToCorrect(db: Db | Tx, id: string): Promise<RowToCorrect[]> {
  const rows = await db
    .selectFrom('bulk_rows')
    .select(['row', 'problems'])
    .select(sql<string[] | null>`given->'cells'`.as('cells'))
    .where('bulk_id', '=', id)
    .where('problems', 'is not', null)
    .orderBy('row')
    .limit(SHOWN)
    .execute()
  return rows.map(({ problems, ...row }) => ({ ...row, problems: problems! }))
}

async function problemsOfFile(db: Db | Tx, id: string): Promise<ProblemOfRows[]> {
  const { rows } = await sql<ProblemOfRows>`
    select problem->>'column' as column, problem->>'message' as message, count(*)::int as count,
      (array_agg(row order by row))[1:${sql.lit(NAMED)}] as rows
    from bulk_rows cross join lateral jsonb_array_elements(problems) as problem
    where bulk_id = ${id} and problems is not null
    group by 1, 2 order by count(*) desc, min(row) limit ${SHOWN}`.execute(db)
  return rows
}

/** What became of a row. */
export interface RowResult {
  row: number
  /** Null: not sent. */
  documentId: string | null
  /** Of its signers, in their order; of a row that was sent. */
  emails: string[]
  checked: boolean
  problems: CsvRowProblem[]
  /** As in the file; null: it was sent, or kept by an earlier release. */
  cells: string[] | null
}

/** A file with every row and its document. @throws DomainError `not_found` */
export async function uploadResult(
  ctx: Ctx,
  actor: Actor,
  templateId: string,
  id: string,
): Promise<{ upload: BulkRow; rows: RowResult[] }> {
  assertMay(ctx, actor, 'uploadResult')
  const upload = await loadUpload(ctx.db, actor.workspaceId, id)
  if (upload.template_id !== templateId) throw notFound()
  const emails = sql<string[]>`array(select signer.email from signing_requests signer
    where signer.document_id = bulk_rows.document_id order by signer.position)`
  const rows = await ctx.db
    .selectFrom('bulk_rows')
    .select(['row', 'document_id as documentId', emails.as('emails'), 'checked', 'problems'])
    .select(sql<string[] | null>`given->'cells'`.as('cells'))
    .where('bulk_id', '=', id)
    .orderBy('row')
    .execute()
  return { upload, rows: rows.map(({ problems, ...row }) => ({ ...row, problems: problems ?? [] })) }
}

/** The workspace's upload. A malformed id and another workspace's id both count as missing. */
export async function loadUpload(db: Db | Tx, workspaceId: string, id: string): Promise<BulkRow> {
  const row = isUuid(id)
    ? await db
        .selectFrom('bulk_sends')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

async function countRows(db: Db | Tx, id: string): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*)::int as total, count(*) filter (where checked)::int as checked,
      count(*) filter (where checked and problems is null)::int as good,
      count(*) filter (where problems is not null)::int as bad,
      count(document_id)::int as sent
    from bulk_rows where bulk_id = ${id}`.execute(db)
  return rows[0]!
}

function notFound(): DomainError {
  return new DomainError('not_found', 'no upload with this id')
}

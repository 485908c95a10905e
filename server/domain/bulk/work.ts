import type { Ctx } from '../../context.ts'
import { type Db, enqueue, type Tx, transaction } from '../../db/database.ts'
import { BULK } from '../../limits.ts'
import type { UserActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { instantiateTemplate, validateInstance } from '../instances/instantiate.ts'
import { MESSAGES } from '../may.ts'
import { memberActor } from '../people/members.ts'
import { callAtColumn, rowProblems, rowRequestOf, valueAtColumn } from './columns.ts'
import type { BulkRow } from './read.ts'
import { type CsvRowProblem, firstProblems, type GivenRow, ROW_PROBLEMS } from './row.ts'
import { stop } from './send.ts'

/**
 * Checks or sends the next rows of a file, as its state says, and leaves the rest to another job, so that no file keeps
 * a worker for long. A row and its document are one transaction: whoever is killed has sent nothing twice (decision
 * 0566).
 * @param last a failure of this attempt is final: the file is stopped, and says so
 */
export async function workOnUpload(ctx: Ctx, id: string, { last }: { last: boolean }): Promise<void> {
  try {
    const upload = await ctx.db.selectFrom('bulk_sends').selectAll().where('id', '=', id).executeTakeFirst()
    if (!upload) return
    if (upload.state === 'checking') await nextRows(ctx, upload, checkRow, 'checked')
    else if (upload.state === 'sending') await nextRows(ctx, upload, sendRow, 'done')
  } catch (error) {
    if (last) await stop(ctx, id, 'The server kept failing. Nothing was sent twice, and you can continue later.')
    throw error
  }
}

interface OpenRow {
  row: number
  given: GivenRow
}

type Step = (ctx: Ctx, actor: UserActor, upload: BulkRow, row: OpenRow) => Promise<void>

/** @param end the state when no row is left */
async function nextRows(ctx: Ctx, upload: BulkRow, step: Step, end: 'checked' | 'done'): Promise<void> {
  const sender = { workspaceId: upload.workspace_id, userId: upload.user_id }
  const actor = await memberActor(ctx, sender, { ip: upload.ip, userAgent: upload.user_agent })
  if (actor === null) {
    await stop(ctx, upload.id, 'Whoever started it does not belong to the workspace any more.')
    return
  }
  for (const row of await openRows(ctx.db, upload)) {
    try {
      await step(ctx, actor, upload, row)
    } catch (error) {
      if (error instanceof Interrupted) return
      const reason = endsIt(error)
      if (reason === null) throw error
      await stop(ctx, upload.id, reason)
      return
    }
  }
  await transaction(ctx.db, async (tx) => {
    const left = await openRows(tx, upload)
    if (left.length > 0) return enqueue(ctx, tx, 'bulk-send', { bulkId: upload.id })
    await tx
      .updateTable('bulk_sends')
      .set({ state: end, changed_at: ctx.clock.now() })
      .where('id', '=', upload.id)
      .where('state', '=', upload.state)
      .execute()
  })
}

async function openRows(db: Db | Tx, upload: BulkRow): Promise<OpenRow[]> {
  const rows = await db
    .selectFrom('bulk_rows')
    .select(['row', 'given'])
    .where('bulk_id', '=', upload.id)
    .where('checked', '=', upload.state === 'sending')
    .where('problems', 'is', null)
    .where('given', 'is not', null)
    .orderBy('row')
    .limit(BULK.rowsOfJob)
    .execute()
  return rows.map(({ row, given }) => ({ row, given: given as GivenRow }))
}

/** The dry run of the row. */
const checkRow: Step = async (ctx, actor, upload, { row, given }) => {
  const found = await foundIn(ctx, actor, upload, given)
  const problems = found.length > 0 ? found : null
  await ctx.db
    .updateTable('bulk_rows')
    .set({ checked: true, problems: problems && JSON.stringify(problems) })
    .where('bulk_id', '=', upload.id)
    .where('row', '=', row)
    // Once: a job from before a stop may be at the same row, which can have been sent meanwhile.
    .where('checked', '=', false)
    .execute()
}

async function foundIn(ctx: Ctx, actor: UserActor, upload: BulkRow, given: GivenRow): Promise<CsvRowProblem[]> {
  const unread = given.problems ?? []
  // Which of the other cells cannot be read is not known any more, and a later check may take them for something else.
  if (unread.length > ROW_PROBLEMS) return unread
  const request = rowRequestOf(given, upload)
  const refused = await problemsOf(given, () => validateInstance(ctx, actor, request))
  // What is said of a column first is all that is said of it: the later checks are in the words of the API.
  const columns = new Set<string>()
  const all = [unread, rowProblems(request, given), refused ?? []].flatMap((problems) => {
    const more = problems.filter(({ column }) => !columns.has(column))
    for (const { column } of more) columns.add(column)
    return more
  })
  return firstProblems(all)
}

const sendRow: Step = async (ctx, actor, upload, { row, given }) => {
  const interrupted = new Interrupted()
  let isInterrupted = false
  const problems = await problemsOf(given, () =>
    instantiateTemplate(ctx, actor, rowRequestOf(given, upload), async (tx, { document }) => {
      // A stop waits for this transaction, and this one for a stop.
      const { state } = await tx
        .selectFrom('bulk_sends')
        .select('state')
        .where('id', '=', upload.id)
        .forShare()
        .executeTakeFirstOrThrow()
      const { numUpdatedRows } = await tx
        .updateTable('bulk_rows')
        .set({ document_id: document.id, given: null })
        .where('bulk_id', '=', upload.id)
        .where('row', '=', row)
        .where('document_id', 'is', null)
        .executeTakeFirst()
      isInterrupted = state !== 'sending' || numUpdatedRows === 0n
      if (isInterrupted) throw new DomainError('invalid_state', 'the row was sent already, or the sending was stopped')
    }).catch((error: unknown) => {
      throw isInterrupted ? interrupted : error
    }),
  )
  if (problems === null) return
  await ctx.db
    .updateTable('bulk_rows')
    .set({ problems: JSON.stringify(firstProblems(problems)) })
    .where('bulk_id', '=', upload.id)
    .where('row', '=', row)
    .where('document_id', 'is', null)
    .execute()
}

/** The sending was stopped while a row was prepared, or another worker has sent the row. */
class Interrupted extends Error {}

/** What a refusal says of the row; null: it was not refused. @throws whatever is not about the row */
async function problemsOf(given: GivenRow, work: () => Promise<unknown>): Promise<CsvRowProblem[] | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code) || endsIt(error) !== null) throw error
    const { problems } = error.top as { problems?: { field: string; message: string }[] }
    if (!problems) return [{ column: '', message: error.message }]
    // Keys of values may be called as parts of the call are.
    const isValues = error.code === 'template_input_invalid'
    return problems.map((problem) => (isValues ? valueAtColumn(problem, given) : callAtColumn(problem, given)))
  }
}

/** Failures that pass: the job is tried again. */
const PASSING: ReadonlySet<string> = new Set(['render_failed', 'db_failed', 'busy', 'file_damaged'])

/** Why no row can go out any more, in words; null: it is about one row, or it passes. */
function endsIt(error: unknown): string | null {
  if (!(error instanceof DomainError)) return null
  switch (error.code) {
    case 'template_unlocked':
      return 'The template is not locked any more.'
    case 'tier_required':
      return 'Monthly document limit reached. The rest can be sent next month, or with a larger plan.'
    case 'sms_allowance_exhausted':
      return 'Monthly SMS limit reached.'
    case 'enterprise-required':
      return 'The plan does not include templates any more.'
    case 'not_permitted':
      return MESSAGES.not_permitted
    default:
      return null
  }
}

import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, enqueueAll, transaction } from '../../db/database.ts'
import type { UserActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { memberActor } from '../people/members.ts'
import { assertUnclaimed } from './change.ts'
import type { DraftRow } from './read.ts'
import { claimDraft, sendClaimed } from './send.ts'

/** Refusals that may not be repeated a little later. */
const PASSING: readonly string[] = ['busy', 'db_failed', 'file_fetch_failed']

/**
 * Sends a scheduled draft whose time has come; does nothing for one that was cancelled, sent or deleted. What cannot be
 * sent stays a draft, says why, and its author gets a mail (decision 0566).
 * @param attempt `last`: then anything that keeps it from being sent is final
 * @throws when it may succeed later, also while another process is sending it
 */
export async function sendDueDraft(ctx: Ctx, id: string, attempt: { last: boolean }): Promise<void> {
  const isDue = ({ send_at }: DraftRow) => send_at !== null && send_at <= ctx.clock.now()
  const row = await ctx.db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isDue(row)) return
  try {
    const draft = await claimDraft(ctx, row.workspace_id, id, (locked) => assertUnclaimed(ctx, locked, row.revision))
    await sendClaimed(ctx, await schedulerOf(ctx, draft), draft)
  } catch (error) {
    const code = error instanceof DomainError ? error.code : null
    // Changed, cancelled, sent or deleted meanwhile: that counts.
    if (code === 'values_changed' || code === 'not_found') return
    const isFinal = code !== null && code !== 'invalid_state' && !PASSING.includes(code)
    if (!isFinal && !attempt.last) throw error
    ctx.log.warn({ err: error, draft_id: id }, 'a scheduled draft could not be sent')
    await keepUnsent(ctx, row, error)
  }
}

/** @throws DomainError `not_permitted` for somebody who does not belong to the workspace any more */
async function schedulerOf(ctx: Ctx, draft: DraftRow): Promise<UserActor> {
  const { scheduled_by: userId, workspace_id: workspaceId } = draft
  const member = await memberActor(ctx, { workspaceId, userId }, { ip: null, userAgent: null })
  if (member) return member
  throw new DomainError('not_permitted', 'whoever scheduled it does not belong to this workspace any more')
}

async function keepUnsent(ctx: Ctx, { id, revision }: DraftRow, error: unknown): Promise<void> {
  const problem = error instanceof DomainError ? error.message : 'the server could not do it; try again'
  await transaction(ctx.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('drafts')
      .set({ send_at: null, sending_until: null, send_problem: problem })
      .set({ revision: revision + 1, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await enqueue(ctx, tx, 'send-email', { message: 'not_sent', draftId: id })
  })
}

/** Adds the job of scheduled drafts that are due and have none that will still run: as after a restore, or many crashes. */
export async function resumeDrafts(ctx: Ctx): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from drafts
      where send_at <= ${ctx.clock.now()} and not exists (
        select from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = 'send-draft' and job.payload ->> 'draftId' = drafts.id::text
          and (job.attempts < job.max_attempts or job.locked_at is not null))
      for update skip locked`.execute(tx)
    const payloads = rows.map(({ id }) => ({ draftId: id }))
    await enqueueAll(ctx, tx, 'send-draft', payloads)
  })
}

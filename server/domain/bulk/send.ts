import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, enqueue, type Tx, transaction } from '../../db/database.ts'
import type { Actor, UserActor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { loadUpload } from './read.ts'
import { isBeingSentElsewhere, rowsSentBefore } from './sent-before.ts'

/** `sent_meanwhile`: more of its rows equal sent ones by now; `being_sent`: a file with equal rows is going out. */
export type SendPress = 'accepted' | 'sent_meanwhile' | 'being_sent'

/**
 * Begins to send the good rows of a checked file, or those that are left of one that was stopped. Whoever presses is the
 * sender of its documents. A second press changes nothing, nor does one before every row has been checked.
 * @param named how many of its rows whoever presses was told to equal sent ones
 * @returns what is not `accepted` has changed nothing
 * @throws DomainError `not_found`
 */
export async function sendUpload(ctx: Ctx, actor: Actor, id: string, named: number): Promise<SendPress> {
  assertMay(ctx, actor, 'sendUpload')
  return goOn(ctx, actor, id, { state: 'sending', named })
}

/**
 * Goes on with a check that was stopped, with the rights of whoever presses. Changes nothing where every row has been
 * checked.
 * @throws DomainError `not_found`
 */
export async function checkUpload(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'checkUpload')
  await goOn(ctx, actor, id, { state: 'checking' })
}

type Press = { state: 'checking' } | { state: 'sending'; named: number }

async function goOn(ctx: Ctx, actor: UserActor, id: string, press: Press): Promise<SendPress> {
  const { state } = press
  const { filename, template_id: templateId } = await loadUpload(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    if (press.state === 'sending') {
      // Two people with the same file press one after the other, or the second would not see the first.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${templateId}`}, 0))`.execute(tx)
      if (await isBeingSentElsewhere(tx, id)) return 'being_sent'
      if ((await rowsSentBefore({ db: tx }, id)).length > press.named) return 'sent_meanwhile'
    }
    const { numUpdatedRows } = await tx
      .updateTable('bulk_sends')
      .set({
        state,
        stop_reason: null,
        user_id: actor.userId,
        ip: actor.origin.ip,
        user_agent: actor.origin.userAgent,
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', id)
      // Earlier releases sent files that were not checked to their end, and called them done.
      .where('state', 'in', state === 'sending' ? ['checked', 'stopped'] : ['stopped', 'done'])
      .where(({ exists, not, selectFrom }) => {
        const unchecked = exists(selectFrom('bulk_rows').where('bulk_id', '=', id).where('checked', '=', false))
        return state === 'checking' ? unchecked : not(unchecked)
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'accepted'
    if (state === 'sending') await recordWork(ctx, tx, actor, 'rows.sent', { name: filename, id })
    await enqueue(ctx, tx, 'bulk-send', { bulkId: id })
    return 'accepted'
  })
}

/**
 * Stops the checking or sending of a file. Once this has returned, no further row goes out; what was sent is not taken
 * back.
 * @returns false: it was not going on any more, and nothing was changed
 * @throws DomainError `not_found`
 */
export async function stopUpload(ctx: Ctx, actor: Actor, id: string): Promise<boolean> {
  assertMay(ctx, actor, 'stopUpload')
  const { filename } = await loadUpload(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    const isStopped = await stop({ db: tx, clock: ctx.clock }, id, null)
    if (isStopped) await recordWork(ctx, tx, actor, 'rows.stopped', { name: filename, id })
    return isStopped
  })
}

/**
 * Whether it was going on until now.
 * @param reason in words, for whoever looks; null: a person stopped it
 */
export async function stop(
  { db, clock }: { db: Db | Tx; clock: Ctx['clock'] },
  id: string,
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_sends')
    .set({ state: 'stopped', stop_reason: reason, changed_at: clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

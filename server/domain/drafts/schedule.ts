import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { DRAFTS } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isTimeZone } from '../time-zone.ts'
import { assertUnclaimed, lockDraftRow } from './change.ts'
import { rehearseDraft } from './plan.ts'
import { type DraftRow, draftTitle, loadDraft } from './read.ts'

export interface Schedule {
  /** The one that was shown. */
  revision: number
  at: Date
  /** IANA: where the person is, for showing the time again. */
  zone: string
}

/**
 * Sends a draft at a later time, at most a year from now (decision 0566). What sending refuses of the draft itself is
 * refused now; what it costs is counted when it goes out. Until then it is no document, and cancelling it leaves no event
 * (contract 6.3).
 * @throws DomainError `invalid_request` with `meta.path`, also `at` and `zone`; `values_changed`; `invalid_state`; as
 *   `rehearseDraft`
 */
export async function scheduleDraft(ctx: Ctx, actor: Actor, id: string, schedule: Schedule): Promise<void> {
  assertMay(ctx, actor, 'scheduleDraft')
  const { at, zone } = schedule
  const now = ctx.clock.now().getTime()
  if (!isTimeZone(zone)) throw invalid('zone', 'Choose a time zone from the list.')
  if (Number.isNaN(at.getTime())) throw invalid('at', 'Enter a date and a time.')
  if (at.getTime() <= now) throw invalid('at', 'Choose a time that has not passed.')
  if (at.getTime() > now + DRAFTS.scheduledMs) throw invalid('at', 'Choose a time within a year.')
  const seen = await loadDraft(ctx.db, actor.workspaceId, id)
  if (isMade(ctx, seen, schedule)) return
  // The revision says under the lock that it is still this.
  await rehearseDraft(ctx, actor, seen)
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraftRow(tx, actor.workspaceId, id)
    if (isMade(ctx, draft, schedule)) return
    await tx
      .updateTable('drafts')
      .set({ send_at: at, send_zone: zone, scheduled_by: actor.userId, send_problem: null })
      .set({ revision: draft.revision + 1, updated_at: ctx.clock.now() })
      .where('id', '=', draft.id)
      .execute()
    await recordWork(ctx, tx, actor, 'draft.scheduled', { name: draftTitle(draft), id: draft.id })
    await enqueue(ctx, tx, 'send-draft', { draftId: draft.id }, { runAt: at })
  })
}

/**
 * Refuses what `scheduleDraft` would refuse of the draft whatever its time is: before one is chosen.
 * @throws DomainError `not_found`; `invalid_state` while it is scheduled or being sent; as `rehearseDraft`
 */
export async function assertSchedulable(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'assertSchedulable')
  const draft = await loadDraft(ctx.db, actor.workspaceId, id)
  assertUnscheduled(draft)
  assertUnclaimed(ctx, draft, null)
  await rehearseDraft(ctx, actor, draft)
}

/** Whether it is scheduled so already, as by the first press of a double click. @throws DomainError unless it can be */
function isMade(ctx: Pick<Ctx, 'clock'>, draft: DraftRow, { revision, at, zone }: Schedule): boolean {
  if (draft.send_at?.getTime() === at.getTime() && draft.send_zone === zone) return true
  assertUnscheduled(draft)
  assertUnclaimed(ctx, draft, revision)
  return false
}

function assertUnscheduled({ send_at }: DraftRow): void {
  if (send_at !== null)
    throw new DomainError('invalid_state', 'it is scheduled already; cancel that before you choose another time')
}

/** Makes it an ordinary draft again; nobody was notified. @throws DomainError `not_found`, also once it has gone out */
export async function cancelSend(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'cancelSend')
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraftRow(tx, actor.workspaceId, id)
    assertUnclaimed(ctx, draft, null)
    if (draft.send_at === null) return
    await tx
      .updateTable('drafts')
      .set({ send_at: null, revision: draft.revision + 1, updated_at: ctx.clock.now() })
      .where('id', '=', draft.id)
      .execute()
    await recordWork(ctx, tx, actor, 'draft.unscheduled', { name: draftTitle(draft), id: draft.id })
  })
}

import type { Ctx } from '../../context.ts'

export interface PlannedRenewal {
  documentId: string
  /** Until when the newest time stamp holds; null: the file does not verify. */
  holdsUntil: Date | null
  /**
   * `due`: it would be renewed. `waiting`: an attempt failed or is running, the next one has its time. `expired`: too
   * late, nothing can be proven any more. `unreadable`: its file is damaged or does not verify.
   */
  state: 'due' | 'waiting' | 'expired' | 'unreadable'
  /** Why the last attempt failed. */
  error: string | null
}

const DAY_MS = 86_400_000

/** What `renewDue` would do now, and what it cannot do; those that end first first. */
export async function plannedRenewals(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { days }: { days: number },
): Promise<PlannedRenewal[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('renewals')
    .innerJoin('documents', 'documents.id', 'renewals.document_id')
    .select(['document_id', 'holds_until', 'due_at', 'error', 'file_problem'])
    .where('documents.deleted_at', 'is', null)
    // Neither: nobody has read the file yet (`survey-stamps.ts`).
    .where(({ eb, or }) => or([eb('holds_until', 'is not', null), eb('error', 'is not', null)]))
    .where(({ eb, or }) =>
      or([eb('holds_until', 'is', null), eb('holds_until', '<=', new Date(now.getTime() + days * DAY_MS))]),
    )
    .orderBy('holds_until')
    .execute()
  return rows.map(({ document_id, holds_until, due_at, error, file_problem }) => {
    const open = due_at <= now ? 'due' : 'waiting'
    const timely = holds_until && holds_until < now ? 'expired' : open
    const state = holds_until === null || file_problem !== null ? 'unreadable' : timely
    return { documentId: document_id, holdsUntil: holds_until, state, error: error ?? file_problem }
  })
}

import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { EXPIRY, REMIND } from '../../limits.ts'
import { forEach } from '../each.ts'
import { DomainError } from '../errors.ts'
import { loadSigners, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'
import { ACTIONS, allows, deadReason } from '../signers/states.ts'
import { remindSigningRequest } from './remind.ts'

/**
 * The hourly job of automatic reminders (decision 0020): an invited signer is reminded on the days after the invitation
 * that the document names, else in workspaces that have enabled it after 3, 7 and 12, once per step however many
 * processes run the job. Excluded are documents that can no longer complete or whose caller sends no emails, and
 * requests past their expiry. Missed steps are merged into one reminder.
 * @returns how many were due
 * @throws AggregateError when reminders failed; they are retried in an hour
 */
export async function remindDue(ctx: Ctx): Promise<number> {
  const ofWorkspaces = (await dueByWorkspace(ctx)).map((signer) => ({ ...signer, days: REMIND.afterDays }))
  const due: DueSigner[] = [...ofWorkspaces, ...(await dueByDocument(ctx))]
  await forEach(
    due,
    (signer) => remindOne(ctx, signer),
    ({ document_id }, error) =>
      ctx.log.warn({ err: error, document_id }, 'could not send an automatic reminder, will retry'),
  )
  return due.length
}

type Signer = Pick<SignerRow, 'id' | 'document_id' | 'workspace_id'>
/** With the days after the invitation when they are reminded. */
type DueSigner = Signer & { days: readonly number[] }

/** Whether a request is open, and its invitation went out. */
const isReached = ({ mail }: Pick<Ctx, 'mail'>) => sql`
  status in (${sql.join(ACTIONS.remind.from.map((status) => sql.lit(status)))})
  and (texted or (emailed and ${mail.kind !== 'none'}))`

/** Of one workspace and one step; the next run goes on. */
const REMINDED_AT_ONCE = 10_000

/**
 * Of each workspace those of each step, oldest first: a plain join reads everybody who waits for the next one. What an
 * index is chosen by is no parameter: Postgres may keep a plan for any value.
 */
async function dueByWorkspace(ctx: Ctx): Promise<Signer[]> {
  const now = ctx.clock.now()
  const steps = REMIND.afterDays.map((days, before) => {
    return sql`(${before}::integer, ${new Date(now.getTime() - days * EXPIRY.dayMs)}::timestamptz)`
  })
  const { rows } = await sql<Signer>`
    select signer.id, signer.document_id, signer.workspace_id
    from workspaces
    cross join (values ${sql.join(steps)}) as step (before, last)
    cross join lateral (
      select id, document_id, workspace_id, invited_at, expires_at from signing_requests
      where workspace_id = workspaces.id and reminder_steps = step.before and invited_at <= step.last
        and ${isReached(ctx)}
        -- by the key of each: joined, all documents may be read for them
        and (select send_emails and ended_as is null and reminder_days is null from documents where documents.id = document_id)
      order by invited_at limit ${sql.lit(REMINDED_AT_ONCE)}
    ) as signer
    -- outside: inside, the planner could read all that are open, by the index of expiry
    where workspaces.reminders and signer.expires_at > ${now} and ${isInScope(ctx, 'workspaces.id')}
    order by signer.invited_at`.execute(ctx.db)
  return rows
}

/** Of the open documents that have days of their own, which are few. */
async function dueByDocument(ctx: Ctx): Promise<DueSigner[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<DueSigner>`
    select signer.id, signer.document_id, signer.workspace_id, documents.reminder_days as days
    from documents
    cross join lateral (
      select * from signing_requests where document_id = documents.id and expires_at > ${now} and ${isReached(ctx)}
    ) as signer
    where documents.reminder_days is not null and documents.ended_as is null and documents.send_emails
      and signer.invited_at + documents.reminder_days[signer.reminder_steps + 1] * interval '24 hours' <= ${now}
      and ${isInScope(ctx, 'documents.workspace_id')}
    order by signer.invited_at limit ${sql.lit(REMINDED_AT_ONCE)}`.execute(ctx.db)
  return rows
}

/** The reminder could not be sent. */
const FAILED = new Set<string>(['email_failed', 'sms_failed'])

async function remindOne(ctx: Ctx, signer: DueSigner): Promise<void> {
  const claimed = await claimStep(ctx, signer)
  if (!claimed) return
  try {
    await remindSigningRequest(ctx, { kind: 'system', workspaceId: signer.workspace_id }, signer.id)
  } catch (error) {
    await ctx.db
      .updateTable('signing_requests')
      .set({ reminder_steps: claimed.before })
      .where('id', '=', signer.id)
      .where('reminder_steps', '=', claimed.step)
      .execute()
    // Somebody reminded the signer within the last minute, or the signer has just acted: no reminder is needed.
    if (error instanceof DomainError && !FAILED.has(error.code)) return
    throw error
  }
}

/** Claims the due steps before the reminder is sent, so that no other process sends it too. */
async function claimStep(
  ctx: Ctx,
  { id, document_id, days }: DueSigner,
): Promise<{ before: number; step: number } | null> {
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, document_id)
    const signer = await reloadSigner(tx, id)
    const signers = await loadSigners(tx, document_id)
    if (!allows('remind', signer.status) || deadReason(signers.map(({ status }) => status))) return null
    const passed = (ctx.clock.now().getTime() - signer.invited_at!.getTime()) / EXPIRY.dayMs
    const step = days.filter((after) => after <= passed).length
    if (step <= signer.reminder_steps) return null
    await tx.updateTable('signing_requests').set({ reminder_steps: step }).where('id', '=', id).execute()
    return { before: signer.reminder_steps, step }
  })
}

import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { DomainError } from '../../errors.ts'
import { capsOf } from '../../plans.ts'
import { monthOf } from './caps.ts'
import type { Workspace } from './read.ts'

export interface SmsAllowance {
  monthly: number
  used: number
  remaining: number
  /** 00:00 UTC on the 1st of the next month. */
  resetsAt: Date
}

type Owner = Pick<Workspace, 'id' | 'tier'>

/** Codes of this UTC month: those the provider accepted, and those being sent (contract 2.1). */
export async function smsAllowance(
  ctx: Pick<Ctx, 'config' | 'clock' | 'sandbox'>,
  db: Db | Tx,
  { id, tier }: Owner,
): Promise<SmsAllowance> {
  const { used } = await db
    .selectFrom('workspaces')
    .select(usedCodes(ctx, 'workspaces.id').as('used'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return allowanceOf(ctx, tier, used)
}

/** This month's codes of the workspace whose id is in the given column, as a part of another query. */
export function usedCodes(ctx: Pick<Ctx, 'clock'>, workspaceId: 'workspaces.id'): RawBuilder<number> {
  return sql<number>`coalesce((select used from sms_usage
    where workspace_id = ${sql.ref(workspaceId)} and month = ${monthKey(ctx)}::date), 0)`
}

/** The allowance of a plan, of which this many codes are used. */
export function allowanceOf(ctx: Pick<Ctx, 'config' | 'clock' | 'sandbox'>, tier: string, used: number): SmsAllowance {
  const monthly = capsOf(ctx, tier).sms_monthly
  const { end } = monthOf(ctx.clock.now())
  return { monthly, used, remaining: Math.max(0, monthly - used), resetsAt: end }
}

/** The form used in events and `GET /me`. */
export function allowanceBody({ monthly, used, remaining, resetsAt }: SmsAllowance) {
  return { monthly, used, remaining, resets_at: resetsAt.toISOString() }
}

/**
 * Takes one code of this month, in a single statement, so that no two calls take the last one.
 * @returns the month it was taken from, for `refundCode`; null when none is left
 */
export async function takeCode(
  ctx: Pick<Ctx, 'config' | 'clock' | 'sandbox'>,
  tx: Tx,
  { id, tier }: Owner,
): Promise<string | null> {
  const monthly = capsOf(ctx, tier).sms_monthly
  const month = monthKey(ctx)
  const { rows } = await sql`
    insert into sms_usage as u (workspace_id, month, used) select ${id}::uuid, ${month}::date, 1 where ${monthly}::int > 0
    on conflict (workspace_id, month) do update set used = u.used + 1 where u.used < ${monthly}::int
    returning used
  `.execute(tx)
  return rows.length === 0 ? null : month
}

/** Returns a code that the provider did not accept to the month it was taken from. */
export async function refundCode(tx: Tx, workspaceId: string, month: string): Promise<void> {
  await tx
    .updateTable('sms_usage')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', sql<Date>`${month}::date`)
    .execute()
}

/**
 * @param messages codes and invitations by SMS that the document needs
 * @throws DomainError `sms_allowance_exhausted` when fewer are left; nothing is created or sent
 */
export async function assertSmsAllowance(ctx: Ctx, workspace: Owner, messages: number): Promise<void> {
  if (messages === 0) return
  const { remaining, resetsAt } = await smsAllowance(ctx, ctx.db, workspace)
  if (messages <= remaining) return
  throw new DomainError('sms_allowance_exhausted', `text messages needed: ${messages}; left this month: ${remaining}`, {
    meta: { required: messages, remaining, resets_at: resetsAt.toISOString() },
  })
}

function monthKey(ctx: Pick<Ctx, 'clock'>): string {
  return monthOf(ctx.clock.now()).start.toISOString().slice(0, 10)
}

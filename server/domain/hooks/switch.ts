import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { findHook, type HookRow } from './find.ts'
import { settleSwitchedOff } from './switch-off.ts'

/**
 * Switches a hook off or on; doing it twice changes nothing. Switched off it receives nothing, its waiting deliveries
 * are given up, and its log stays (contract 6.6). Switched on it receives what happens from then on.
 * @throws DomainError `not_found`; `hook_disabled` for one that was replaced, or whose address another hook has by now
 */
export async function switchHook(ctx: Ctx, actor: Actor, id: string, on: boolean): Promise<HookRow> {
  assertMay(ctx, actor, 'switchHook')
  const hook = await findHook(ctx, actor.workspaceId, id)
  await transaction(ctx.db, async (tx) => {
    const isChanged = on ? await switchOn(tx, hook) : await switchOff(ctx, tx, hook)
    const { target_url: name } = hook
    if (isChanged)
      await recordWork(ctx, tx, actor, on ? 'hook.switched_on' : 'hook.switched_off', { name, id: hook.id })
  })
  return findHook(ctx, actor.workspaceId, id)
}

/** @returns whether it was switched on before */
async function switchOff(ctx: Ctx, tx: Tx, { id }: HookRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('hooks')
    .set({ enabled: false, disabled_at: ctx.clock.now(), disabled_reason: 'dashboard' })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await settleSwitchedOff(ctx, tx, [id])
  return true
}

/** @returns whether it was switched off before */
async function switchOn(tx: Tx, { id, workspace_id, address }: HookRow): Promise<boolean> {
  await lockAddress(tx, workspace_id, address!)
  const { replaced_by } = await tx
    .selectFrom('hooks')
    .select('replaced_by')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new DomainError('not_found', 'this hook was deleted a moment ago'))
  if (replaced_by !== null)
    throw new DomainError('hook_disabled', 'a newer hook replaced this one and has its deliveries; use that one')
  const other = await tx
    .selectFrom('hooks')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('address', '=', address)
    .where('scope', '=', 'workspace')
    .where('enabled', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw new DomainError(
      'hook_disabled',
      'another hook for the same address is switched on; switch that one off first',
    )
  const { numUpdatedRows } = await tx
    .updateTable('hooks')
    .set({ enabled: true, disabled_at: null, disabled_reason: null })
    .where('id', '=', id)
    .where('enabled', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One at a time decides which hook of a workspace is switched on for an address, until the transaction ends. */
export async function lockAddress(tx: Tx, workspaceId: string, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${address}`}, 0))`.execute(tx)
}

import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { SANDBOX } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { createWorkspace } from '../records/workspaces/create.ts'
import { createKey } from '../records/workspaces/keys.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import { isUuid } from '../uuid.ts'
import { durationMs } from './clock.ts'
import { eraseSandbox } from './erase.ts'

/** A sandbox as its live workspace sees it. */
export interface ListedSandbox {
  id: string
  name: string
  slug: string
  createdAt: Date
  endsAt: Date
  /** By its own clock. */
  now: Date
}

/**
 * Makes a sandbox of the live workspace, with its settings, and a key for it (contract 1.13).
 * @param input `expiresIn`: ISO 8601
 * @throws DomainError `invalid_request` for a time that is too short or too long; `too_many_sandboxes`
 */
export async function createSandbox(
  ctx: Ctx,
  actor: Actor,
  { name = 'Sandbox', expiresIn = 'P1D' }: { name?: string | undefined; expiresIn?: string | undefined },
): Promise<{ sandbox: ListedSandbox; key: string }> {
  assertMay(ctx, actor, 'createSandbox')
  const livesMs = durationMs(expiresIn)
  if (livesMs < SANDBOX.leastMs || livesMs > SANDBOX.mostMs) {
    throw new DomainError('invalid_request', `expires_in is PT1H to P30D, not ${expiresIn}`, {
      meta: { path: 'expires_in' },
    })
  }
  const now = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    // Two calls at a time do not both take the last place.
    await sql`select from workspaces where id = ${actor.workspaceId} for no key update`.execute(tx)
    const live = await readWorkspace(tx, actor.workspaceId)
    const { count } = await tx
      .selectFrom('workspaces')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('live_id', '=', live.id)
      .where('ends_at', '>', now)
      .executeTakeFirstOrThrow()
    if (count >= SANDBOX.atOnce) {
      throw new DomainError('too_many_sandboxes', `this workspace has ${SANDBOX.atOnce} sandboxes; erase one first`)
    }
    const own = { live_id: live.id, ends_at: new Date(now.getTime() + livesMs) }
    const row = await createWorkspace(ctx, tx, { name, region: live.region, more: { ...settingsOf(live), ...own } })
    const { key } = await createKey(ctx, tx, {
      workspaceId: row.id,
      name: 'First key',
      scope: 'full',
      allowIps: [],
      embedOrigins: [],
    })
    return { sandbox: listed(row, now), key }
  })
}

/** What a sandbox takes over from its live workspace. */
function settingsOf({ id, name, slug, region, created_at, live_id, ends_at, ...rest }: Workspace) {
  const { clock_ahead_ms, clock_moving_until, ...settings } = rest
  return settings
}

/** The sandboxes of the live workspace that have not ended, newest first. */
export async function listSandboxes(ctx: Ctx, actor: Actor): Promise<ListedSandbox[]> {
  assertMay(ctx, actor, 'listSandboxes')
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('workspaces')
    .selectAll()
    .where('live_id', '=', actor.workspaceId)
    .where('ends_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => listed(row, now))
}

function listed({ id, name, slug, created_at, ends_at, clock_ahead_ms }: Workspace, now: Date): ListedSandbox {
  if (ends_at === null) throw new Error(`workspace ${id} is live`)
  return { id, name, slug, createdAt: created_at, endsAt: ends_at, now: new Date(now.getTime() + clock_ahead_ms) }
}

/** Erases a sandbox with everything in it. @throws DomainError `not_found` */
export async function deleteSandbox(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'deleteSandbox')
  const known = isUuid(id)
    ? await ctx.db
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', id)
        .where('live_id', '=', actor.workspaceId)
        .executeTakeFirst()
    : undefined
  if (!known) throw new DomainError('not_found', 'there is no such sandbox')
  await eraseSandbox(ctx, id, 'whole')
}

/** Erases every document, message, event and call of the sandbox; its keys, hooks and clock stay. */
export async function clearSandbox(ctx: Ctx, actor: Actor): Promise<void> {
  assertMay(ctx, actor, 'clearSandbox')
  await eraseSandbox(ctx, actor.workspaceId, 'contents')
}

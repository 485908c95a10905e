import { type RawBuilder, sql } from 'kysely'
import type { Sandbox } from '../../../clock.ts'
import type { Ctx } from '../../../context.ts'
import { sandboxMail } from '../../../mail/sandbox.ts'
import { sandboxSms } from '../../../sms/sandbox.ts'
import type { Workspace } from './read.ts'

/** The context for what happens in this workspace: the given one, or that of a sandbox. */
export async function inWorkspace(ctx: Ctx, workspaceId: string): Promise<Ctx> {
  if (ctx.sandbox?.workspaceId === workspaceId) return ctx
  if (ctx.isSandbox.get(workspaceId) === false) return ctx
  const row = await ctx.db
    .selectFrom('workspaces')
    .select(['live_id', 'clock_ahead_ms'])
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  if (row) ctx.isSandbox.set(workspaceId, row.live_id !== null)
  if (!row?.live_id) return ctx
  return inSandbox(ctx, { workspaceId, liveId: row.live_id, aheadMs: row.clock_ahead_ms })
}

/**
 * The context of a sandbox (contract 1.13): its own time, an outbox for mails and text messages, a test authority. All
 * else is that of the live one, so that there is no second way through the code.
 * @param ctx the live one
 */
export function inSandbox(ctx: Ctx, sandbox: Sandbox): Ctx {
  const { workspaceId, aheadMs } = sandbox
  const clock = { now: () => new Date(ctx.clock.now().getTime() + aheadMs) }
  const tell = () => ctx.changes.tell()
  return {
    ...ctx,
    sandbox,
    clock,
    mail: sandboxMail(ctx.db, clock, workspaceId, tell),
    sms: sandboxSms(ctx.db, clock, workspaceId, tell),
    sealer: testSealer(ctx),
  }
}

/** Seals and time-stamps say the real time, as tokens of an authority always do. */
function testSealer({ testSealer: open, clock, sealer }: Ctx): Ctx['sealer'] {
  return {
    ...sealer,
    seal: async (owner, parts, sha256, input) =>
      (await open()).seal(owner, parts, sha256, { ...input, signedAt: clock.now() }),
    renew: async (owner, parts, sha256) => (await open()).renew(owner, parts, sha256),
  }
}

/** Of due work: that of the sandbox whose context this is, or that of all live workspaces, which knows no sandbox. */
export function isInScope({ sandbox }: Pick<Ctx, 'sandbox'>, workspaceId: string): RawBuilder<boolean> {
  const column = sql.ref(workspaceId)
  if (sandbox) return sql<boolean>`${column} = ${sandbox.workspaceId}`
  return sql<boolean>`${column} not in (select id from workspaces where live_id is not null)`
}

/** @throws Error when a row of a sandbox meets the context of a live workspace, or the other way round: our fault */
export function assertInside(
  { sandbox }: Pick<Ctx, 'sandbox'>,
  { id, live_id }: Pick<Workspace, 'id' | 'live_id'>,
): void {
  const expected = live_id === null ? null : id
  if ((sandbox?.workspaceId ?? null) !== expected)
    throw new Error(`workspace ${id} was reached outside its own context`)
}

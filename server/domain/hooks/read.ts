import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { listing } from '../../db/replica.ts'
import { DELIVERY_LOG } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { isOnce } from '../deliveries/once.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'
import { findHook, type HookRow } from './find.ts'
import type { DeliveryRow } from './log.ts'

/** Which deliveries of the log to show: `failing` are retried after a failure, `given_up` can be recovered. */
export type LogTab = 'all' | 'failing' | 'given_up'

export interface LogFilter {
  tab: LogTab
  /** An event's name; null: every event. */
  event: string | null
}

/** A delivery with the title of its document; null without one. */
export type LoggedDelivery = Omit<DeliveryRow, 'period'> & { title: string | null }

/** What tells how a hook is doing. */
export type TriedDelivery = Pick<LoggedDelivery, 'attempts' | 'attempt_log' | 'latency_ms'>

export interface ReadHook {
  hook: HookRow
  /** Of a hook that is off: the one that is on for its address, which keeps it from being switched on; null: none. */
  instead: HookRow | null
  /** Newest first, at most 100. */
  deliveries: LoggedDelivery[]
  /** The newest of all, whatever the filter says; at most 100. */
  newest: TriedDelivery[]
  /**
   * How many deliveries are failing and given up, counted to one more than `DELIVERY_LOG.countedTo`; given-up ones are
   * kept beyond the last 100, and never a ping.
   */
  failing: number
  givenUp: number
}

/**
 * A hook with its log, as a person reads it. The log holds the last 100 deliveries, and those beyond that are waiting or
 * can be recovered; of those, an event is looked for among the newest `DELIVERY_LOG.searched`.
 * @throws DomainError `not_found`
 */
export async function readHook(
  ctx: Pick<Ctx, 'db' | 'replica' | 'config'>,
  actor: Actor,
  id: string,
  filter: LogFilter,
): Promise<ReadHook> {
  assertMay(ctx, actor, 'readHook')
  return listing(ctx, async (db) => readLog({ db }, await findHook({ db }, actor.workspaceId, id), filter))
}

async function readLog(ctx: Pick<Ctx, 'db'>, hook: HookRow, { tab, event }: LogFilter): Promise<ReadHook> {
  const ofHook = ctx.db.selectFrom('deliveries').where('hook_id', '=', hook.id)
  const inTab = ofHook
    .selectAll()
    .where(IN_TAB[tab])
    .orderBy('seq', 'desc')
    .limit(event === null ? DELIVERY_LOG.kept : DELIVERY_LOG.searched)
  let query = ctx.db
    .selectFrom(inTab.as('deliveries'))
    .leftJoin('documents', 'documents.id', 'deliveries.document_id')
    .selectAll('deliveries')
    .select('documents.title')
  if (event !== null) query = query.where('event', '=', event)
  const deliveries = await query.orderBy('deliveries.seq', 'desc').limit(DELIVERY_LOG.kept).execute()
  const newest =
    tab === 'all' && event === null
      ? deliveries
      : await ofHook
          .select(['attempts', 'attempt_log', 'latency_ms'])
          .orderBy('seq', 'desc')
          .limit(DELIVERY_LOG.kept)
          .execute()
  const [counts] = await countFailing(ctx, [hook.id])
  const instead = hook.enabled ? null : await hookInstead(ctx, hook)
  return { hook, instead, deliveries, newest, failing: counts?.failing ?? 0, givenUp: counts?.givenUp ?? 0 }
}

async function hookInstead({ db }: Pick<Ctx, 'db'>, { workspace_id, address }: HookRow): Promise<HookRow | null> {
  const other = await db
    .selectFrom('hooks')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('address', '=', address)
    .where('scope', '=', 'workspace')
    .where('enabled', '=', true)
    .executeTakeFirst()
  return other ?? null
}

/** As the indexes of the table say it. */
const IN_TAB: Record<LogTab, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  failing: sql<boolean>`status = 'pending' and attempts > 0`,
  given_up: sql<boolean>`status = 'giving_up' and not ${isOnce}`,
}

/** A hook without its log. @throws DomainError `not_found` */
export async function readHookAlone(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor, id: string): Promise<HookRow> {
  assertMay(ctx, actor, 'readHookAlone')
  return findHook(ctx, actor.workspaceId, id)
}

/** One delivery of a hook. @throws DomainError `not_found` */
export async function readDelivery(
  ctx: Pick<Ctx, 'db' | 'config'>,
  actor: Actor,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<{ hook: HookRow; delivery: LoggedDelivery }> {
  assertMay(ctx, actor, 'readDelivery')
  const hook = await findHook(ctx, actor.workspaceId, hookId)
  const delivery = isUuid(deliveryId)
    ? await ctx.db
        .selectFrom('deliveries')
        .leftJoin('documents', 'documents.id', 'deliveries.document_id')
        .selectAll('deliveries')
        .select('documents.title')
        .where('deliveries.id', '=', deliveryId)
        .where('hook_id', '=', hook.id)
        .executeTakeFirst()
    : undefined
  if (!delivery) throw new DomainError('not_found', 'there is no such delivery in the log of this webhook')
  return { hook, delivery }
}

/** A hook in the list of all, with how it is doing. */
export interface HookSummary {
  hook: HookRow
  failing: number
  givenUp: number
  /** Its newest attempt; null before the first. */
  last: { at: Date; status: number | null; note: string; delivered: boolean } | null
}

interface PageOfHooks {
  /** From 1. */
  page: number
  /** Of a page. */
  rows: number
}

export interface ListedHooks {
  /** Of the page. */
  hooks: HookSummary[]
  /** Of the workspace: all, and those that are on. */
  total: number
  enabled: number
}

/**
 * A page of the hooks of the workspace, switched off or not: the ones that are on first, then the newest. Replaced ones
 * stay for their logs, so that their number has no limit.
 */
export async function hookSummaries(
  ctx: Pick<Ctx, 'db' | 'replica' | 'config'>,
  actor: Actor,
  page: PageOfHooks,
): Promise<ListedHooks> {
  assertMay(ctx, actor, 'hookSummaries')
  return listing(ctx, (db) => summaries({ db }, actor.workspaceId, page))
}

async function summaries(ctx: Pick<Ctx, 'db'>, workspaceId: string, { page, rows }: PageOfHooks): Promise<ListedHooks> {
  const own = ctx.db.selectFrom('hooks').where('workspace_id', '=', workspaceId).where('scope', '=', 'workspace')
  const counted = await own
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('enabled', '=', true).as('enabled'),
    ])
    .executeTakeFirstOrThrow()
  const hooks = await own
    .selectAll()
    .orderBy('enabled', 'desc')
    .orderBy('seq', 'desc')
    .limit(rows)
    .offset((page - 1) * rows)
    .execute()
  const ids = hooks.map(({ id }) => id)
  const counts = new Map((await countFailing(ctx, ids)).map((row) => [row.hook_id, row]))
  const attempts = new Map((await lastAttempts(ctx, ids)).map((row) => [row.hook_id, row]))
  const listed = hooks.map((hook) => {
    const last = attempts.get(hook.id)
    return {
      hook,
      failing: counts.get(hook.id)?.failing ?? 0,
      givenUp: counts.get(hook.id)?.givenUp ?? 0,
      last: last ? { at: new Date(last.at), status: last.status, note: last.note, delivered: last.delivered } : null,
    }
  })
  return { hooks: listed, ...counted }
}

async function countFailing(ctx: Pick<Ctx, 'db'>, hookIds: string[]) {
  const counted = (tab: LogTab) => sql`(select count(*) from (
    select from deliveries where hook_id = hooks.hook_id and ${IN_TAB[tab]} limit ${DELIVERY_LOG.countedTo + 1}) counted)`
  const { rows } = await sql<{ hook_id: string; failing: number; givenUp: number }>`
    select hook_id, ${counted('failing')} as failing, ${counted('given_up')} as "givenUp"
    from unnest(${hookIds}::uuid[]) as hooks (hook_id)`.execute(ctx.db)
  return rows
}

interface LastAttempt {
  hook_id: string
  at: string
  status: number | null
  note: string
  delivered: boolean
}

/** Of each hook that has one: the newest attempt of its newest deliveries. */
async function lastAttempts(ctx: Pick<Ctx, 'db'>, hookIds: string[]): Promise<LastAttempt[]> {
  const { rows } = await sql<LastAttempt>`
    select hooks.hook_id, last.* from unnest(${hookIds}::uuid[]) as hooks (hook_id)
    cross join lateral (
      select tried.attempt ->> 'at' as at, (tried.attempt ->> 'status')::integer as status,
        coalesce(tried.attempt ->> 'note', '') as note, tried.status = 'success' as delivered
      from (
        select attempt_log -> -1 as attempt, status from deliveries
        where hook_id = hooks.hook_id order by seq desc limit ${DELIVERY_LOG.kept}
      ) tried
      where tried.attempt is not null order by tried.attempt ->> 'at' desc limit 1
    ) last`.execute(ctx.db)
  return rows
}

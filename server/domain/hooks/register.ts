import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { didYouMean } from '../../did-you-mean.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { EVENT_TYPES } from '../events/catalogue.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { checkHookUrl } from './check-url.ts'
import type { HookRow } from './find.ts'
import { newSecret } from './rotate.ts'
import { lockAddress } from './switch.ts'
import { settleSwitchedOff } from './switch-off.ts'

const MAX_EVENTS = 10

export interface NewHook {
  targetUrl: string
  /** None: every event. */
  events: string[]
  /** Null: that of the replaced hook, else `full`. */
  payload: PayloadMode | null
  /** Whether deliveries carry the headers of Standard Webhooks too; absent or null: as of the replaced hook, else not. */
  standardWebhooks?: boolean | null
}

/**
 * Subscribes a URL to the workspace's events (contract 4.4). Replaces the enabled hook for the same URL in any spelling.
 * Concurrent calls are serialized, so that the newest hook stays.
 * @throws DomainError `unknown_event`, `invalid_request`, `https_required`, `url_not_public`; nothing is created
 */
export async function createHook(
  ctx: Ctx,
  actor: Actor,
  { targetUrl, events, payload, standardWebhooks }: NewHook,
): Promise<{ hook: HookRow; secret: string; replaced: string[] }> {
  assertMay(ctx, actor, 'createHook')
  assertEvents(events)
  await checkHookUrl(ctx, 'target_url', targetUrl)
  const address = canonicalUrl(targetUrl)
  const { secret, stored } = newSecret(ctx)
  return transaction(ctx.db, async (tx) => {
    await lockAddress(tx, actor.workspaceId, address)
    const id = randomUUID()
    const replaced = await switchOff(ctx, tx, actor.workspaceId, address, id)
    const hook = await tx
      .insertInto('hooks')
      .values({
        ...stored,
        id,
        workspace_id: actor.workspaceId,
        scope: 'workspace',
        target_url: targetUrl,
        address,
        events: [...new Set(events)],
        payload: payload ?? replaced[0]?.payload ?? 'full',
        standard_webhooks: standardWebhooks ?? replaced[0]?.standard_webhooks ?? false,
        created_at: ctx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ids = replaced.map((hook) => hook.id)
    if (ids.length > 0) await settleSwitchedOff(ctx, tx, ids)
    await recordWork(ctx, tx, actor, 'hook.registered', { name: targetUrl, id })
    return { hook, secret, replaced: ids }
  })
}

/** @throws DomainError `unknown_event`; `invalid_request` for more than the API takes (contract 4.4) */
export function assertEvents(events: string[]): void {
  if (events.length > MAX_EVENTS) throw invalid('events', `at most ${MAX_EVENTS} events; for more, choose every event`)
  const known: readonly string[] = EVENT_TYPES
  const unknown = events.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const message = `there is no event ${JSON.stringify(unknown[0])} to subscribe to${didYouMean(unknown[0], known)}`
  throw new DomainError('unknown_event', message, {
    meta: { unknown, valid_events: [...known] },
  })
}

async function switchOff(ctx: Ctx, tx: Tx, workspaceId: string, address: string, replacedBy: string) {
  return tx
    .updateTable('hooks')
    .set({ enabled: false, disabled_at: ctx.clock.now(), disabled_reason: 'replaced', replaced_by: replacedBy })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .where('scope', '=', 'workspace')
    .where('enabled', '=', true)
    .returning(['id', 'payload', 'standard_webhooks'])
    .execute()
}

/**
 * The canonical form of a URL, equal for all its spellings: lower-case scheme and host, no default port, no dot at the
 * end of the host name. Path and query are the receiver's and stay unchanged; a fragment is never sent. Hooks are
 * compared by it, and deliver to the URL as registered.
 */
export function canonicalUrl(url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  return `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${pathname}${search}`
}

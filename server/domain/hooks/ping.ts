import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { PING } from '../deliveries/once.ts'
import { assertMay } from '../may.ts'
import { findHook } from './find.ts'
import { type SentOnce, sendOwnEvent } from './send-once.ts'

/**
 * Sends a hook one signed ping, regardless of its subscriptions: one attempt, logged, never retried (contract 4.9).
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`; `rate_limited`
 */
export async function testHook(ctx: Ctx, actor: Actor, id: string): Promise<SentOnce> {
  assertMay(ctx, actor, 'testHook')
  const hook = await findHook(ctx, actor.workspaceId, id)
  return sendOwnEvent(ctx, hook, { type: PING, documentId: null, payload: {} })
}

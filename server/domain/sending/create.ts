import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import type { Finish } from '../finish.ts'
import { assertMay } from '../may.ts'
import type { Draft } from './draft.ts'
import { withPlan } from './plan.ts'
import { type Created, sendPlanned } from './send.ts'

/**
 * Sends a PDF for signature (contract 4.10): checks everything, then as `sendPlanned`.
 * @throws DomainError with the codes of contract 7 for create
 */
export async function createSigningRequest(
  ctx: Ctx,
  actor: Actor,
  draft: Draft,
  finish: Finish<Created>,
): Promise<Created> {
  assertMay(ctx, actor, 'createSigningRequest')
  return withPlan(ctx, actor, draft, (plan) => sendPlanned(ctx, actor, draft, plan, finish))
}

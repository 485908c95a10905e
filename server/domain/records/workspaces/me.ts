import type { Ctx } from '../../../context.ts'
import type { Actor, ApiKeyActor } from '../../actor.ts'
import { assertMay } from '../../may.ts'
import { planOf } from '../../plans.ts'
import { type Capabilities, capabilities } from './caps.ts'
import { allowanceOf, type SmsAllowance, usedCodes } from './sms-allowance.ts'

export interface Me {
  workspace: { id: string; name: string; slug: string; tier: string }
  key: { id: string; scopes: ApiKeyActor['scope'][] }
  capabilities: Capabilities
  smsAllowance: SmsAllowance
  sandbox: boolean
}

/** The properties and permissions of a key (contract 2.1). */
export async function getMe(ctx: Ctx, actor: Actor): Promise<Me> {
  assertMay(ctx, actor, 'getMe')
  const { id, name, slug, tier, used } = await ctx.db
    .selectFrom('workspaces')
    .select(['id', 'name', 'slug', 'tier', usedCodes(ctx, 'workspaces.id').as('used')])
    .where('id', '=', actor.workspaceId)
    .executeTakeFirstOrThrow()
  const plan = planOf(ctx, tier)
  return {
    workspace: { id, name, slug, tier },
    key: { id: actor.keyId, scopes: [actor.scope] },
    capabilities: capabilities(plan),
    smsAllowance: allowanceOf(ctx, tier, used),
    sandbox: ctx.sandbox !== null,
  }
}

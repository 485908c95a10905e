import type { Plan } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { DomainError } from '../../errors.ts'
import { capsOf } from '../../plans.ts'
import type { Workspace } from './read.ts'

/** The features of this server; a plan may switch some of them off (contract 2.1). */
const BUILT = {
  embedded_signing: true,
  templates: true,
  webhooks: true,
  sms_verification: true,
  ip_allowlist: true,
  metadata: true,
} as const

/** The features that a plan without `enterprise` lacks; calls to them are refused with `enterprise-required`. */
const ENTERPRISE: readonly string[] = ['embedded_signing', 'templates']

export type Capabilities = Record<keyof typeof BUILT, boolean>

export function capabilities(plan: Plan): Capabilities {
  const without = plan.enterprise ? plan.without : [...plan.without, ...ENTERPRISE]
  const enabled = Object.entries(BUILT).map(([name, built]) => [name, built && !without.includes(name)])
  return Object.fromEntries(enabled) as Capabilities
}

/**
 * Files and discarded documents do not count. With `tx` the callers of one workspace are serialized until each has committed, so that no two use the last document.
 * @throws DomainError `tier_required` when the month's documents are used up; nothing is created
 */
export async function assertDocumentCap(ctx: Ctx, { id, tier }: Workspace, tx?: Tx): Promise<void> {
  const cap = capsOf(ctx, tier).document_cap
  if (cap === null) return
  if (tx) await tx.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const { start } = monthOf(ctx.clock.now())
  const used = await countDocuments(tx ?? ctx.db, id, start)
  if (used >= cap) {
    throw new DomainError('tier_required', `this workspace has sent ${used} of its ${cap} documents this month`, {
      meta: { tier, cap, used },
    })
  }
}

/** The documents of a workspace since a moment, as its plan counts them. */
export async function countDocuments(db: Db | Tx, workspaceId: string, since: Date): Promise<number> {
  const { used } = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', since)
    .where('kind', '=', 'esign')
    .where((eb) => eb.or([eb('review_state', 'is', null), eb('review_state', '<>', 'discarded')]))
    .executeTakeFirstOrThrow()
  return used
}

/** The UTC month that contains a moment. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const [year, index] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, index)), end: new Date(Date.UTC(year, index + 1)) }
}

import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import type { Finish } from '../finish.ts'
import { assertMay } from '../may.ts'
import { assertDocumentCap } from '../records/workspaces/caps.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { assertSmsAllowance } from '../records/workspaces/sms-allowance.ts'
import type { Warning } from '../sending/draft.ts'
import { prepareFile } from '../sending/plan.ts'
import { type Created, sendPlanned } from '../sending/send.ts'
import { asProblem, type Problem } from '../sending/validate.ts'
import { messagesOf } from '../signers/channel.ts'
import type { MissingOptional } from '../values/problem.ts'
import { type InstancePlan, type InstanceRequest, withInstancePlan } from './plan.ts'
import type { TemplateFacts } from './template.ts'

export interface Instantiated extends Created {
  facts: TemplateFacts
  missingOptional: MissingOptional[]
}

/**
 * Fills a locked template and sends it, or stages it with `review` (contract 2.7, 4.13). Nothing is created on any
 * refusal.
 * @throws DomainError with the codes of contract 7 for instantiate
 */
export async function instantiateTemplate(
  ctx: Ctx,
  actor: Actor,
  request: InstanceRequest,
  finish: Finish<Instantiated>,
): Promise<Instantiated> {
  assertMay(ctx, actor, 'instantiateTemplate')
  return withInstancePlan(ctx, actor, request, false, async ({ draft, plan, facts, missingOptional }) => {
    const created = await sendPlanned(ctx, actor, draft, plan, (tx, sent) =>
      finish(tx, { ...sent, facts, missingOptional }),
    )
    return { ...created, facts, missingOptional }
  })
}

export interface InstanceValidated {
  plan: InstancePlan
  problems: Problem[]
  warnings: Warning[]
}

/**
 * What the real call would do, without creating anything. Every refusal is thrown with its own code as in the real call,
 * except that a used-up plan is a problem in the response (contract 4.13), also with `review`.
 */
export async function validateInstance(ctx: Ctx, actor: Actor, request: InstanceRequest): Promise<InstanceValidated> {
  assertMay(ctx, actor, 'validateInstance')
  return withInstancePlan(ctx, actor, request, true, async (plan) => {
    const { signers, warnings } = plan.plan
    await prepareFile(ctx, actor.workspaceId, plan.plan, { title: plan.draft.title ?? '', documentId: null })
    const workspace = await readWorkspace(ctx.db, actor.workspaceId)
    const messages = messagesOf(signers, plan.draft.sendEmails)
    const problems = [
      await asProblem('template', () => assertDocumentCap(ctx, workspace)),
      await asProblem('recipients', () => assertSmsAllowance(ctx, workspace, messages)),
    ]
    return { plan, problems: problems.filter((problem) => problem !== null), warnings }
  })
}

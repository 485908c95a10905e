import type { Ctx } from '../../context.ts'
import type { Placement } from '../../db/schema.ts'
import type { EarlierSignature, Marker } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { assertDocumentCap } from '../records/workspaces/caps.ts'
import { readWorkspace } from '../records/workspaces/read.ts'
import { assertSmsAllowance } from '../records/workspaces/sms-allowance.ts'
import type { Draft, Warning } from './draft.ts'
import { type PlannedField, placedFields } from './placement.ts'
import { prepareFile, withPlan } from './plan.ts'
import { type PlannedSigner, waiting } from './signers.ts'

export interface Validated {
  placement: Placement
  found: number
  markers: Marker[]
  /** In the order of the call, each with whether another one would be invited first. */
  signers: (PlannedSigner & { waits: boolean })[]
  /** In reading order. */
  fields: PlannedField[]
  /** That the file brings along, oldest first. */
  earlierSignatures: EarlierSignature[]
  problems: Problem[]
  warnings: Warning[]
}

export interface Problem {
  field: string
  code: 'sms_allowance_exhausted' | 'tier_required'
  message: string
  meta?: Record<string, unknown>
}

/**
 * What the real call would do, without creating anything (decision 0310). Every refusal is thrown with its own code as
 * in the real call, except that a used-up plan is a problem in the response.
 */
export async function validateSigningRequest(ctx: Ctx, actor: Actor, draft: Draft): Promise<Validated> {
  assertMay(ctx, actor, 'validateSigningRequest')
  return withPlan(ctx, actor, draft, async (plan) => {
    const { placement, signers, inspection, warnings } = plan
    const prepared = await prepareFile(ctx, actor.workspaceId, plan, {
      title: draft.title ?? plan.source.filename,
      documentId: null,
    })
    const waits = waiting(signers)
    const codes = signers.filter((signer) => signer.requireSms).length
    const workspace = await readWorkspace(ctx.db, actor.workspaceId)
    const problems = [
      await asProblem('file', () => assertDocumentCap(ctx, workspace)),
      await asProblem('signers', () => assertSmsAllowance(ctx, workspace, codes)),
    ]
    return {
      placement: placement.placement,
      found: placement.found,
      markers: inspection.markers,
      signers: signers.map((signer, index) => ({ ...signer, waits: waits[index]! })),
      fields: placedFields(plan, prepared),
      earlierSignatures: plan.signatures,
      problems: problems.filter((problem) => problem !== null),
      warnings,
    }
  })
}

/** A used-up plan as a problem; null: there is none. @throws everything else */
export async function asProblem(field: string, check: () => Promise<void>): Promise<Problem | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code !== 'tier_required' && error.code !== 'sms_allowance_exhausted') throw error
    return { field, code: error.code, message: error.message, ...(error.meta && { meta: error.meta }) }
  }
}

import type { Ctx } from '../../context.ts'
import { SIGNER_CALLS } from '../../limits.ts'
import type { SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { takeToken } from '../records/calls/rate-limit.ts'

/**
 * Counts a call that changes or computes something for the signer, whichever link or session it came by.
 * @throws DomainError `rate_limited`
 */
export async function takeCall(ctx: Ctx, { signingRequestId }: SignerActor): Promise<void> {
  const { allowed, resetSeconds } = await takeToken(ctx, `signer:${signingRequestId}`, SIGNER_CALLS)
  if (!allowed)
    throw new DomainError('rate_limited', 'too many calls were made with this link', { retryInSeconds: resetSeconds })
}

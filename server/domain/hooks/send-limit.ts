import type { Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Database } from '../../db/schema.ts'
import { HOOK_SENDS } from '../../limits.ts'
import { DomainError } from '../errors.ts'
import { takeToken } from '../records/calls/rate-limit.ts'

/**
 * Counts a ping or a redelivery of a hook: 10 a minute together (contract 8).
 * @throws DomainError `rate_limited` with the seconds until the next
 */
export async function countHookSend(ctx: Pick<Ctx, 'clock'> & { db: Kysely<Database> }, hookId: string): Promise<void> {
  const { allowed, resetSeconds } = await takeToken(ctx, `hook:${hookId}`, HOOK_SENDS)
  if (allowed) return
  throw new DomainError(
    'rate_limited',
    `at most ${HOOK_SENDS.requests} pings and redeliveries a minute for each hook`,
    {
      retryInSeconds: resetSeconds,
    },
  )
}

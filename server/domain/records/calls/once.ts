import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { DomainError } from '../../errors.ts'
import {
  type ClaimResult,
  claimKey,
  freeKey,
  type IdempotencyScope,
  keepRenewing,
  storeResponse,
} from './idempotency.ts'

/** What the work has made; kept for a day, for whoever asks for the same again. */
interface Once<T> {
  made: T
  /** It was made by an earlier call. */
  again: boolean
}

/** How long a second call waits for the first to be done. */
const WAIT = { everyMs: 250, tries: 120 }

/**
 * Does the work once per key, however often its form is sent: a second call, also one beside the first, gets what the
 * first has made. Work that fails may be tried again.
 * @param scope whose key is a secret of the form and the meaning of what was sent
 * @param work passes what it has made to `keep` in the transaction that makes it
 * @throws DomainError `idempotency_in_progress` when the first is not done within 30 s; as `work`
 */
export async function once<T>(
  ctx: Ctx,
  scope: IdempotencyScope,
  meaning: Buffer,
  work: (keep: (tx: Tx, made: T) => Promise<void>) => Promise<unknown>,
): Promise<Once<T>> {
  const result = await claimOrWait(ctx, scope, meaning)
  if ('replay' in result) return { made: result.replay.body as T, again: true }
  const { claim } = result
  const stop = keepRenewing(ctx, claim)
  const kept: T[] = []
  try {
    await work(async (tx, made) => {
      await storeResponse(ctx, tx, claim, { status: 201, body: made })
      kept.push(made)
    })
  } catch (error) {
    await freeKey(ctx, claim)
    throw error
  } finally {
    stop()
  }
  if (kept.length !== 1) throw new Error(`the work under ${scope.operation} kept ${kept.length} results`)
  return { made: kept[0]!, again: false }
}

async function claimOrWait(ctx: Ctx, scope: IdempotencyScope, meaning: Buffer): Promise<ClaimResult> {
  for (let tries = 1; ; tries++) {
    try {
      return await claimKey(ctx, scope, meaning)
    } catch (error) {
      const isBusy = error instanceof DomainError && error.code === 'idempotency_in_progress'
      if (!isBusy || tries === WAIT.tries) throw error
      await delay(WAIT.everyMs)
    }
  }
}

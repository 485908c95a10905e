import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { ROTATION } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { findHook, type HookRow } from './find.ts'

export interface Rotated {
  hook: HookRow
  /** Returned only once. */
  secret: string
  /** Until when deliveries are signed with the previous secret, too. */
  previousValidUntil: Date
}

/**
 * Gives a hook a new secret; the previous one stays valid for 24 hours, an older one is dropped immediately (contract
 * 4.6, 6.5).
 * @param version of the secret that is to be replaced, `secret_version`; default: the present one
 * @throws DomainError `not_found`; `rotation_conflict` when another call rotated meanwhile
 */
export async function rotateHookSecret(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keyring' | 'config'>,
  actor: Actor,
  id: string,
  version?: number,
): Promise<Rotated> {
  assertMay(ctx, actor, 'rotateHookSecret')
  const seen = await findHook(ctx, actor.workspaceId, id)
  if (version !== undefined && version !== seen.secret_version) throw rotatedMeanwhile()
  const { secret, stored } = newSecret(ctx)
  const previousValidUntil = new Date(ctx.clock.now().getTime() + ROTATION.overlapMs)
  const hook = await transaction(ctx.db, async (tx) => {
    const rotated = await tx
      .updateTable('hooks')
      .set({
        ...stored,
        secret_version: seen.secret_version + 1,
        previous_secret: seen.secret,
        previous_secret_valid_until: previousValidUntil,
      })
      .where('id', '=', seen.id)
      .where('secret_version', '=', seen.secret_version)
      .returningAll()
      .executeTakeFirst()
    if (rotated) await recordWork(ctx, tx, actor, 'hook.rotated', { name: rotated.target_url, id: rotated.id })
    return rotated
  })
  if (hook) return { hook, secret, previousValidUntil }
  // Changed or deleted meanwhile.
  await findHook(ctx, actor.workspaceId, id)
  throw rotatedMeanwhile()
}

const rotatedMeanwhile = () =>
  new DomainError('rotation_conflict', 'another call rotated this secret at the same time; its secret is live')

const SECRET_BYTES = 24
const PREFIX_CHARACTERS = 12

/** A new signing secret (contract 2.2) and its stored form: encrypted, because deliveries are signed with it. */
export function newSecret(ctx: Pick<Ctx, 'keyring'>): {
  secret: string
  stored: { secret: Buffer; secret_prefix: string }
} {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`
  const sealed = ctx.keyring.encrypt('secret', Buffer.from(secret))
  return { secret, stored: { secret: sealed, secret_prefix: secret.slice(0, PREFIX_CHARACTERS) } }
}

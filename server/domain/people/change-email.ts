import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, sqlState, transaction } from '../../db/database.ts'
import type { EmailChangesTable } from '../../db/schema.ts'
import { EMAIL_CHANGE, SIGN_IN } from '../../limits.ts'
import type { UserActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { currentCodeKey, derivedCode, isSignInCode } from './code.ts'
import { userOfAddress } from './members.ts'

const UNIQUE_VIOLATION = '23505'

/** What became of a code. */
export type Changed = 'changed' | 'wrong' | 'over' | 'taken'

export type EmailChange = Selectable<EmailChangesTable>

/**
 * Mails a code to the new address of the person who is signed in. The answer is the same whoever has the address.
 * @throws DomainError `rate_limited` after five mails within an hour
 */
export async function askToChangeEmail(ctx: Ctx, { userId }: UserActor, email: string): Promise<void> {
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    // Serialized, so that requests at the same time do not all find room.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const { asked } = await tx
      .selectFrom('email_changes')
      .select((eb) => eb.fn.countAll<number>().as('asked'))
      .where('user_id', '=', userId)
      .where('created_at', '>', new Date(now.getTime() - SIGN_IN.countedMs))
      .executeTakeFirstOrThrow()
    if (asked >= EMAIL_CHANGE.maxOfUser) {
      throw new DomainError(
        'rate_limited',
        'too many codes were asked for; use one that has arrived, or wait an hour',
        {
          retryInSeconds: SIGN_IN.countedMs / 1000,
        },
      )
    }
    const { id } = await tx
      .insertInto('email_changes')
      .values({
        id: randomUUID(),
        user_id: userId,
        email,
        code_key_version: currentCodeKey(ctx),
        created_at: now,
        expires_at: new Date(now.getTime() + SIGN_IN.livesMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(ctx, tx, 'send-email', { message: 'email_change', emailChangeId: id })
  })
}

/** The change that waits for its code, the latest one asked for; null: none. */
export async function openEmailChange(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  of: { userId: string } | { id: string },
): Promise<EmailChange | null> {
  const [column, value] = 'id' in of ? (['id', of.id] as const) : (['user_id', of.userId] as const)
  const latest = await db
    .selectFrom('email_changes')
    .selectAll()
    .where(column, '=', value)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOpen = latest && !latest.used_at && latest.expires_at > clock.now() && latest.tries < SIGN_IN.maxTries
  return isOpen ? latest : null
}

/**
 * Changes the address, by the code that went to the new one. The old one is told; links that were mailed there no
 * longer sign in. `wrong`: it can be tried again; `over`: used, too old or tried too often; `taken`: another person has it.
 */
export async function changeEmail(ctx: Ctx, actor: UserActor, typed: string): Promise<Changed> {
  try {
    return await change(ctx, actor, typed)
  } catch (error) {
    // Somebody got the address at the same moment.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    return 'taken'
  }
}

async function change(ctx: Ctx, actor: UserActor, typed: string): Promise<Changed> {
  const { userId } = actor
  return transaction(ctx.db, async (tx) => {
    const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const asked = await openEmailChange({ db: tx, clock: ctx.clock }, { userId })
    if (!asked) return 'over'
    const row = tx.updateTable('email_changes').where('id', '=', asked.id)
    if (!isSignInCode(emailChangeCode(ctx, asked), typed)) {
      const tries = asked.tries + 1
      await row.set({ tries }).execute()
      return tries < SIGN_IN.maxTries ? 'wrong' : 'over'
    }
    const now = ctx.clock.now()
    await row.set({ used_at: now, email_before: user.email }).execute()
    const owner = await userOfAddress(tx, asked.email)
    if (owner && owner.id !== userId) return 'taken'
    await tx.updateTable('users').set({ email: asked.email }).where('id', '=', userId).execute()
    const open = tx.updateTable('sign_ins').set({ used_at: now }).where('user_id', '=', userId)
    await open.where('used_at', 'is', null).execute()
    await recordWork(ctx, tx, actor, 'person.changed_email', { name: `${user.email} to ${asked.email}`, id: userId })
    await enqueue(ctx, tx, 'send-email', { message: 'email_changed', emailChangeId: asked.id })
    return 'changed'
  })
}

/** The code of a change, from HMAC-SHA256(code key, "email:" ‖ id): not stored. */
export function emailChangeCode(ctx: Pick<Ctx, 'keyring'>, { id, code_key_version }: EmailChange): string {
  return derivedCode(ctx, `email:${id}`, code_key_version)
}

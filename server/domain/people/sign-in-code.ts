import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { SIGN_IN } from '../../limits.ts'
import type { Origin } from '../actor.ts'
import { networkOf } from '../mask.ts'
import { isUuid } from '../uuid.ts'
import { derivedCode, isSignInCode } from './code.ts'
import { userOfAddress, workspacesOf } from './members.ts'
import { openSession } from './sessions.ts'
import { assertFewEnough, assertNotRefusedJustNow } from './sign-in-limit.ts'
import { createSignIn, type SignIn, takeSignIn } from './sign-in-link.ts'

const WINDOW_BYTES = 32

/** What the window that asked keeps in its cookie, and must have to enter the code. */
export interface AskedFor {
  signInId: string
  window: string
}

/**
 * Mails a code and a link to an address. The answer and the work are the same for an address that nobody has: a job is
 * added, which then finds nobody to write to.
 * @param next a path of ours that the link leads to
 * @throws DomainError `rate_limited`
 */
export async function askToSignIn(ctx: Ctx, email: string, next: string, origin: Origin): Promise<AskedFor> {
  const window = randomBytes(WINDOW_BYTES).toString('base64url')
  const ip = origin.ip === null ? null : networkOf(origin.ip)
  assertNotRefusedJustNow(ctx, { email, ip })
  return transaction(ctx.db, async (tx) => {
    const known = await userOfAddress(tx, email)
    await assertFewEnough(ctx, tx, { email, ip, userId: known?.id ?? null })
    const workspaces = await workspacesOf(tx, known?.id ?? null)
    const user = workspaces.length > 0 ? known : null
    const signIn = await createSignIn(ctx, tx, { user, email, ip, windowHash: hashOf(window), workspaceId: null, next })
    await enqueue(ctx, tx, 'send-email', { message: 'sign_in', signInId: signIn.id })
    return { signInId: signIn.id, window }
  })
}

/**
 * Signs in by the code, in the window that asked for it. `wrong`: it can be tried again; `over`: used, too old, tried
 * too often, or asked for in another window. Every try counts, whoever has the address.
 */
export async function signInByCode(
  ctx: Ctx,
  { signInId, window }: AskedFor,
  typed: string,
  origin: Origin,
): Promise<{ token: string } | 'wrong' | 'over'> {
  if (!isUuid(signInId)) return 'over'
  return transaction(ctx.db, async (tx) => {
    const signIn = await tx.selectFrom('sign_ins').selectAll().where('id', '=', signInId).forUpdate().executeTakeFirst()
    if (!signIn?.window_hash || !timingSafeEqual(signIn.window_hash, hashOf(window))) return 'over'
    if (signIn.used_at || signIn.expires_at <= ctx.clock.now() || signIn.tries >= SIGN_IN.maxTries) return 'over'
    const isRight = isSignInCode(codeOf(ctx, signIn), typed)
    if (!isRight || signIn.user_id === null) {
      const tries = signIn.tries + 1
      await tx.updateTable('sign_ins').set({ tries }).where('id', '=', signInId).execute()
      return tries < SIGN_IN.maxTries ? 'wrong' : 'over'
    }
    return (await takeSignIn(ctx, tx, signInId)) ? openSession(ctx, tx, signIn.user_id, origin) : 'over'
  })
}

/** The code of a sign-in, from HMAC-SHA256(code key, "sign-in:" ‖ id): not stored. */
export function codeOf(ctx: Pick<Ctx, 'keyring'>, { id, code_key_version }: SignIn): string {
  return derivedCode(ctx, `sign-in:${id}`, code_key_version)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import { SIGN_IN } from '../../limits.ts'
import type { Origin } from '../actor.ts'
import { networkOf } from '../mask.ts'
import { isUuid } from '../uuid.ts'
import { derivedCode, isSignInCode } from './code.ts'
import { userOfAddress, workspacesOf } from './members.ts'
import { openSession } from './sessions.ts'
import { assertNotRefusedJustNow, mailToShare } from './sign-in-limit.ts'
import { createSignIn, type SignIn, takeSignIn } from './sign-in-link.ts'

const WINDOW_BYTES = 32

/** What the window that asked keeps in its cookie, and must have to enter the code. */
export interface AskedFor {
  signInId: string
  window: string
}

/**
 * Mails a code and a link to an address, or lets the window take the code of a mail that is there already. The answer and the work are the same for an address that nobody has: a job is
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
    const mailed = await mailToShare(ctx, tx, { email, ip, userId: known?.id ?? null })
    const workspaces = await workspacesOf(tx, known?.id ?? null)
    const user = workspaces.length > 0 ? known : null
    const asked = { user, email, ip, windowHash: hashOf(window), workspaceId: null, next, mailed }
    const signIn = await createSignIn(ctx, tx, asked)
    if (mailed === null) await enqueue(ctx, tx, 'send-email', { message: 'sign_in', signInId: signIn.id })
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
    const mailed = await mailOf(tx, signIn)
    if (!mailed || mailed.used_at || (await triesOf(tx, mailed)) >= SIGN_IN.maxTriesOfMail) return 'over'
    const isRight = isSignInCode(codeOf(ctx, mailed), typed)
    if (!isRight || signIn.user_id === null) {
      const tries = signIn.tries + 1
      await tx.updateTable('sign_ins').set({ tries }).where('id', '=', signInId).execute()
      return tries < SIGN_IN.maxTries ? 'wrong' : 'over'
    }
    if (mailed.id !== signInId && !(await takeSignIn(ctx, tx, mailed.id))) return 'over'
    return (await takeSignIn(ctx, tx, signInId)) ? openSession(ctx, tx, signIn.user_id, origin) : 'over'
  })
}

/** The sign-in whose mail has the code, locked after the one of the window: a code works once, in one of its windows. */
async function mailOf(tx: Tx, signIn: SignIn): Promise<SignIn | undefined> {
  if (signIn.code_of === null) return signIn
  return tx.selectFrom('sign_ins').selectAll().where('id', '=', signIn.code_of).forUpdate().executeTakeFirst()
}

/** In all windows that take the code. */
async function triesOf(tx: Tx, { id, tries }: SignIn): Promise<number> {
  const shared = await tx
    .selectFrom('sign_ins')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('tries'), sql<number>`0`).as('tries'))
    .where('code_of', '=', id)
    .executeTakeFirstOrThrow()
  return tries + Number(shared.tries)
}

/** The code of a sign-in, from HMAC-SHA256(code key, "sign-in:" ‖ id): not stored. */
export function codeOf(ctx: Pick<Ctx, 'keyring'>, { id, code_key_version }: SignIn): string {
  return derivedCode(ctx, `sign-in:${id}`, code_key_version)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

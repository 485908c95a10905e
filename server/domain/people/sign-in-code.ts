import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import { SIGN_IN } from '../../limits.ts'
import type { Origin } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { networkOf } from '../mask.ts'
import { isUuid } from '../uuid.ts'
import { userOfAddress, workspacesOf } from './members.ts'
import { openSession } from './sessions.ts'
import { createSignIn, type SignIn, takeSignIn } from './sign-in-link.ts'

/** Without I, L, O and U, which are misread (Crockford's base 32): 2^30 codes of six. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const WINDOW_BYTES = 32

/** What the window that asked keeps in its cookie, and must have to enter the code. */
export interface AskedFor {
  signInId: string
  window: string
}

/**
 * Mails a code and a link to an address. The answer and the work are the same for an address that nobody has: a job is
 * added, which then finds nobody to write to.
 * @throws DomainError `rate_limited`
 */
export async function askToSignIn(ctx: Ctx, email: string, origin: Origin): Promise<AskedFor> {
  const window = randomBytes(WINDOW_BYTES).toString('base64url')
  const ip = origin.ip === null ? null : networkOf(origin.ip)
  return transaction(ctx.db, async (tx) => {
    await assertFewEnough(ctx, tx, email, ip)
    const known = await userOfAddress(tx, email)
    const workspaces = await workspacesOf(tx, known?.id ?? null)
    const user = workspaces.length > 0 ? known : null
    const signIn = await createSignIn(ctx, tx, { user, email, ip, windowHash: hashOf(window) })
    await enqueue(ctx, tx, 'send-email', { message: 'sign_in', signInId: signIn.id })
    return { signInId: signIn.id, window }
  })
}

/** Serialized, so that requests at the same time do not all find room. */
async function assertFewEnough(ctx: Ctx, tx: Tx, email: string, ip: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('countersign:sign-in'))`.execute(tx)
  const since = new Date(ctx.clock.now().getTime() - SIGN_IN.countedMs)
  const { rows } = await sql<{ of_address: number; of_network: number }>`
    select
      (select count(*) from sign_ins
        where lower(email) = lower(${email}) and created_at > ${since} and window_hash is not null) as of_address,
      (select count(*) from sign_ins
        where ip is not distinct from ${ip} and created_at > ${since} and window_hash is not null) as of_network
  `.execute(tx)
  const { of_address, of_network } = rows[0]!
  if (of_address >= SIGN_IN.maxOfAddress || of_network >= SIGN_IN.maxOfNetwork) {
    throw new DomainError('rate_limited', 'too many mails were asked for; use one that has arrived, or wait an hour', {
      retryInSeconds: SIGN_IN.countedMs / 1000,
    })
  }
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
    const isRight = timingSafeEqual(hashOf(codeOf(ctx, signIn)), hashOf(readCode(typed)))
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
  const { mac } = ctx.keyring.mac('code', code_key_version, Buffer.from(`sign-in:${id}`))
  return [...mac.subarray(0, SIGN_IN.codeCharacters)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** As people type it: in small letters, with spaces, O for 0, I and L for 1. */
function readCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return letters.replaceAll('O', '0').replace(/[IL]/g, '1')
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

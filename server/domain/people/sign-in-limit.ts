import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { SIGN_IN } from '../../limits.ts'
import { DomainError } from '../errors.ts'
import { networkOf } from '../mask.ts'
import type { SignIn } from './sign-in-link.ts'

interface Asking {
  email: string
  /** The network that asks; null: not known. */
  ip: string | null
  /** Who has the address; null: nobody. */
  userId: string | null
}

/** For how long a network that asked too often is refused without a look at the database. */
const REMEMBERED_MS = 60_000

/**
 * Refuses a network that was refused a moment ago, without a statement: a flood of requests would wait for the lock
 * below on every connection there is.
 * @throws DomainError `rate_limited`
 */
export function assertNotRefusedJustNow(ctx: Pick<Ctx, 'clock' | 'fullWindows'>, asking: Omit<Asking, 'userId'>): void {
  const now = ctx.clock.now().getTime()
  if (bucketsOf(asking).some((bucket) => (ctx.fullWindows.get(bucket) ?? 0) > now)) throw tooMany()
}

/**
 * Limits the mails about signing in (decision 0550). What one network asked for an address does not count against
 * another. Beyond the ceiling of an address, whoever asks takes the code of the newest mail, so that strangers can neither
 * flood a mailbox nor keep its owner from signing in. Serialized, so that requests at the same time do not all find room.
 * @returns the sign-in whose mail is shared; null: a mail of its own
 * @throws DomainError `rate_limited`: this network asked too often
 */
export async function mailToShare(ctx: Ctx, tx: Tx, { email, ip, userId }: Asking): Promise<SignIn | null> {
  // The address first, everywhere: no two wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('countersign:sign-in:to:' || lower(${email})))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('countersign:sign-in:by:' || ${ip ?? ''}))`.execute(tx)
  const since = new Date(ctx.clock.now().getTime() - SIGN_IN.countedMs)
  const isFrom = ip === null ? sql`ip is null` : sql`ip = ${ip}`
  const { rows } = await sql<{ here: number; of_address: number; of_network: number }>`
    select
      count(*) filter (where is_address and is_network) as here,
      count(*) filter (where is_address and is_mailed) as of_address,
      count(*) filter (where is_network) as of_network
    from (
      select lower(email) = lower(${email}) as is_address, coalesce(${isFrom}, false) as is_network,
        code_of is null as is_mailed
      from sign_ins
      where created_at > ${since} and window_hash is not null
        and (lower(email) = lower(${email}) or ${isFrom})
    ) as recent
  `.execute(tx)
  const { here, of_address, of_network } = rows[0]!
  const [hereBucket, networkBucket] = bucketsOf({ email, ip })
  const until = ctx.clock.now().getTime() + REMEMBERED_MS
  if (of_network >= SIGN_IN.maxOfNetwork) ctx.fullWindows.set(networkBucket, until)
  else if (here >= SIGN_IN.maxOfAddressHere) ctx.fullWindows.set(hereBucket, until)
  else if (of_address < SIGN_IN.maxOfAddress || (await wasHere(tx, userId, ip))) return null
  else return newestMail(ctx, tx, email)
  throw tooMany()
}

/** Of the last minutes; null if there is none, or its code was used. */
async function newestMail(ctx: Ctx, tx: Tx, email: string): Promise<SignIn | null> {
  const newest = await tx
    .selectFrom('sign_ins')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('window_hash', 'is not', null)
    .where('code_of', 'is', null)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - SIGN_IN.sharedMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && !newest.used_at ? newest : null
}

function bucketsOf({ email, ip }: Omit<Asking, 'userId'>): [here: string, network: string] {
  const network = `sign-in:${ip ?? 'unknown'}`
  return [`${network}:${createHash('sha256').update(email.toLowerCase()).digest('base64')}`, network]
}

function tooMany(): DomainError {
  return new DomainError('rate_limited', 'too many mails were asked for; use one that has arrived, or wait an hour', {
    retryInSeconds: SIGN_IN.countedMs / 1000,
  })
}

/** Whether somebody has a session that was opened from this network. */
async function wasHere(tx: Tx, userId: string | null, ip: string | null): Promise<boolean> {
  if (userId === null || ip === null) return false
  const sessions = await tx.selectFrom('user_sessions').select('ip').distinct().where('user_id', '=', userId).execute()
  return sessions.some((session) => session.ip !== null && networkOf(session.ip) === ip)
}

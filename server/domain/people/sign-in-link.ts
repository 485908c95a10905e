import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SignInsTable } from '../../db/schema.ts'
import { SIGN_IN } from '../../limits.ts'
import { currentLinkKey, idBytes, uuidOf } from '../signers/link.ts'
import { currentCodeKey } from './code.ts'
import type { User } from './members.ts'

export type SignIn = Selectable<SignInsTable>

const ID_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{64}$/

export interface NewSignIn {
  /** Null: nobody has the address. */
  user: Pick<User, 'id'> | null
  email: string
  ip: string | null
  /** SHA-256 of the cookie of the window that takes the code; null: the link alone signs in. */
  windowHash: Buffer | null
  /** The workspace to show; null: the one joined first. */
  workspaceId: string | null
  /** A path of ours to go to afterwards; null: none. */
  next: string | null
  /** One whose mail has the code of this one too; null: this one gets a mail. */
  mailed: Pick<SignIn, 'id' | 'code_key_version' | 'expires_at'> | null
}

/** A chance to sign in: 15 minutes, once. Its link and its code derive from its id (as decision 0022). */
export async function createSignIn(
  ctx: Pick<Ctx, 'clock' | 'keyring'>,
  db: Ctx['db'] | Tx,
  { user, email, ip, windowHash, workspaceId, next, mailed }: NewSignIn,
): Promise<SignIn> {
  const now = ctx.clock.now()
  return db
    .insertInto('sign_ins')
    .values({
      id: randomUUID(),
      user_id: user?.id ?? null,
      email,
      ip,
      window_hash: windowHash,
      workspace_id: workspaceId,
      next,
      link_key_version: currentLinkKey(ctx),
      code_of: mailed?.id ?? null,
      code_key_version: mailed?.code_key_version ?? currentCodeKey(ctx),
      created_at: now,
      expires_at: mailed?.expires_at ?? new Date(now.getTime() + SIGN_IN.livesMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The page that signs in; its token is base64url(id ‖ HMAC-SHA256(link key, "sign-in:" ‖ id)). */
export function signInUrl(ctx: Pick<Ctx, 'config' | 'keyring'>, signIn: SignIn): string {
  const token = Buffer.concat([idBytes(signIn.id), macOf(ctx, signIn)]).toString('base64url')
  return `${ctx.config.publicUrl}/sign-in/link/${token}`
}

/** The sign-in of a genuine link that can still be used, with its user; else null. Changes nothing. */
export async function resolveSignIn(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keyring'>,
  token: string,
): Promise<{ signIn: SignIn; user: User } | null> {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const open = await openSignIn(ctx, uuidOf(bytes.subarray(0, ID_BYTES)))
  return open && timingSafeEqual(macOf(ctx, open.signIn), bytes.subarray(ID_BYTES)) ? open : null
}

/** A sign-in that can still be used, with its user, for the mail about it; else null. */
export async function openSignIn(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  id: string,
): Promise<{ signIn: SignIn; user: User } | null> {
  const signIn = await ctx.db.selectFrom('sign_ins').selectAll().where('id', '=', id).executeTakeFirst()
  if (!signIn || signIn.used_at || signIn.expires_at <= ctx.clock.now() || signIn.user_id === null) return null
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', signIn.user_id).executeTakeFirst()
  return user ? { signIn, user } : null
}

/** Uses up a sign-in; false if it was used before or has expired meanwhile. Of two callers, one gets true. */
export async function takeSignIn(ctx: Pick<Ctx, 'clock'>, tx: Tx, id: string): Promise<boolean> {
  const now = ctx.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('sign_ins')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function macOf(ctx: Pick<Ctx, 'keyring'>, signIn: Pick<SignIn, 'id' | 'link_key_version'>): Buffer {
  const message = Buffer.concat([Buffer.from('sign-in:'), idBytes(signIn.id)])
  return ctx.keyring.mac('link', signIn.link_key_version, message).mac
}

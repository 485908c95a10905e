import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { SenderEmails } from '../../db/schema.ts'
import { USER_SESSION } from '../../limits.ts'
import type { Person } from './sessions.ts'

export interface ListedSession {
  id: string
  createdAt: Date
  lastUsedAt: Date
  ip: string | null
  userAgent: string | null
}

/** The open sessions of a person, the latest used first: at most `USER_SESSION.listed`. */
export async function listSessions(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { userId }: Pick<Person, 'userId'>,
): Promise<ListedSession[]> {
  return ctx.db
    .selectFrom('user_sessions')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'ip', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(USER_SESSION.listed)
    .execute()
}

/** Ends every session of a person, this one too, and voids the mails that could open another: invitations open one. */
export async function endAllSessions(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { userId }: Pick<Person, 'userId'>,
): Promise<void> {
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    await tx
      .updateTable('sign_ins')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('invitations')
      .using('users')
      .where('users.id', '=', userId)
      .where(sql<boolean>`lower(invitations.email) = lower(users.email)`)
      .execute()
    await tx
      .updateTable('user_sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
  })
}

/** What the person is called on pages and in the log; null: by the address. */
export async function changeName(
  ctx: Pick<Ctx, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  name: string | null,
): Promise<void> {
  await ctx.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
}

/** What the person is emailed about of the documents that they sent (decision 0020). */
export async function chooseEmails(
  ctx: Pick<Ctx, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  emails: SenderEmails,
): Promise<void> {
  await ctx.db.updateTable('users').set({ emails }).where('id', '=', userId).execute()
}

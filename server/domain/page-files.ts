import type { Ctx } from '../context.ts'
import { transaction } from '../db/database.ts'

const DAY_MS = 86_400_000
/** A page stays open, and a link is read in a mail client's own browser, for days after an update. */
const KEPT_MS = 7 * DAY_MS

/**
 * Keeps the files that this server's pages load, for 7 days after a server with others has started: a page that was
 * open meanwhile goes on asking for its own.
 * @param read the bytes of a file in `names`
 */
export async function keepPageFiles(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  names: readonly string[],
  read: (name: string) => Promise<Buffer>,
): Promise<void> {
  const kept = await ctx.db.selectFrom('page_files').select('name').execute()
  const known = new Set(kept.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  const rows = await Promise.all(missing.map(async (name) => ({ name, body: await read(name), replaced_at: null })))
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    // Servers that start together do so in turn.
    await tx.selectFrom('page_files').select('name').orderBy('name').forUpdate().execute()
    if (rows.length > 0) {
      await tx
        .insertInto('page_files')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    }
    await tx.updateTable('page_files').set({ replaced_at: null }).where('name', 'in', names).execute()
    await tx
      .updateTable('page_files')
      .set({ replaced_at: now })
      .where('name', 'not in', names)
      .where('replaced_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('page_files')
      .where('replaced_at', '<', new Date(now.getTime() - KEPT_MS))
      .execute()
  })
}

/** A file of pages from before an update; null when there was none or it is too long ago. */
export async function findPageFile({ db }: Pick<Ctx, 'db'>, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('page_files').select('body').where('name', '=', name).executeTakeFirst()
  return row?.body ?? null
}

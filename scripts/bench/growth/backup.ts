import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readManifest } from '../../../server/backup/format.ts'
import { checkBackup, restore } from '../../../server/backup/restore.ts'
import { backup, megabytes } from '../../../server/backup/write.ts'
import { masterKeyOf, type ServerCtx } from '../../../server/context.ts'
import { createDatabase } from '../../../server/db/database.ts'
import { openStorage } from '../../../server/storage/index.ts'
import { adminQuery, databaseUrl } from '../../../test/support/postgres.ts'
import { ms, time } from '../measure.ts'

/** Times `countersign backup`, and its restore into an empty database of the same Postgres and an empty store. */
export async function timeBackup(ctx: ServerCtx, documents: number, dataDir: string): Promise<void> {
  const [folder, empty] = [join(dataDir, 'backup'), join(dataDir, 'restored')]
  const progress = () => {}
  const masterKey = await masterKeyOf(ctx.config)
  // Those of the bench would be in the backup.
  for (const table of ['growth', 'growth_places']) await sql`drop table if exists ${sql.table(table)}`.execute(ctx.db)
  await adminQuery(ctx.db.url, 'create database restored')
  const db = createDatabase({ url: databaseUrl(ctx.db.url, 'restored') })
  const urls = { eu: `file:${join(empty, 'eu')}`, ch: `file:${join(empty, 'ch')}`, us: `file:${join(empty, 'us')}` }
  const storage = await openStorage({ urls, dataDir: empty, now: ctx.clock.now() })
  try {
    const [written] = await time(1, () => backup({ ...ctx, masterKey, progress }, folder), 0)
    const [restored] = await time(
      1,
      async () => restore({ db, storage, progress }, folder, await checkBackup(folder, masterKey, progress)),
      0,
    )
    const manifest = await readManifest(folder, masterKey)
    const tables = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
    const size = `${megabytes(tables)} of tables, ${manifest.blobs.count} files with ${megabytes(manifest.blobs.totalBytes)}`
    console.log(`\n${documents} documents, ${size}; damaged: ${manifest.damaged.length}`)
    console.log(`backup ${ms(written!)}, ${ms(written! / documents)} a document`)
    console.log(`restore ${ms(restored!)}, ${ms(restored! / documents)} a document`)
  } finally {
    await db.destroy()
    await storage.close()
    await adminQuery(ctx.db.url, 'drop database restored')
    for (const one of [folder, empty]) await rm(one, { recursive: true, force: true })
  }
}

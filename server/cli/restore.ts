import { readFile } from 'node:fs/promises'
import { BackupError } from '../backup/format.ts'
import { checkBackup, restore } from '../backup/restore.ts'
import { verifyDocuments } from '../backup/verify.ts'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import { existingMasterKey } from '../context.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../log.ts'
import { openStorage } from '../storage/index.ts'
import { UsageError } from './errors.ts'

/**
 * `countersign restore DIR [--verify] [--root ca.pem]`: restores a backup into the empty database and the empty store
 * of the settings. Nothing is written before every file of the backup has been checked. Exits 1 if `--verify` finds a
 * document that was changed.
 */
export async function restoreBackup(
  folder: string,
  { verify = false, root = [] }: { verify?: boolean; root?: string[] },
): Promise<void> {
  if (root.length > 0 && !verify) throw new UsageError('--root requires --verify')
  const roots = await Promise.all(root.map((path) => readFile(path, 'utf8')))
  const config = loadConfig()
  const progress = (line: string) => void process.stderr.write(`${line}\n`)
  const manifest = await checkBackup(folder, await existingMasterKey(config), progress)
  const keepSchema = async () => {}
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'refuse', keepSchema)
  const storage = await openStorage({ urls: config.storage, dataDir: config.dataDir, now: systemClock.now() })
  try {
    await restore({ db, storage, progress }, folder, manifest)
    process.stdout.write(`Restored the backup of ${manifest.created_at}.\n`)
    if (manifest.damaged.length > 0) process.stdout.write(`Damaged before the backup: ${manifest.damaged.join(', ')}\n`)
    if (!verify) return
    const { sealed, open, deleted, problems } = await verifyDocuments({ db, storage, progress }, roots)
    const wrong = new Set(problems.map(({ documentId }) => documentId)).size
    process.stdout.write(
      `Verified ${sealed + open + deleted} documents: ${sealed} sealed, ${open} not sealed, ${deleted} with files deleted by retention; ${wrong} with problems.\n`,
    )
    if (wrong > 0) throw new BackupError('Some documents failed verification; see above')
  } finally {
    await storage.close()
    await close()
  }
}

import { backup } from '../backup/write.ts'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import { existingMasterKey } from '../context.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../log.ts'
import { openStorage } from '../storage/index.ts'

/**
 * `countersign backup DIR`: backs up everything into a new folder, with or without running servers. Exits 1 if a
 * document's stored files are missing or altered; the rest is backed up all the same.
 */
export async function backUp(folder: string): Promise<void> {
  const config = loadConfig()
  const masterKey = await existingMasterKey(config)
  // The schema stays unchanged: a backup is also made before an upgrade.
  const keepSchema = async () => {}
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'join', keepSchema)
  const storage = await openStorage({ urls: config.storage, dataDir: config.dataDir, now: systemClock.now() })
  try {
    const progress = (line: string) => void process.stderr.write(`${line}\n`)
    const { damaged, blobs } = await backup({ db, storage, clock: systemClock, masterKey, progress }, folder)
    process.stdout.write(
      `${folder} contains a complete backup with ${blobs.count} files. Restoring it requires the current MASTER_KEY, which it does not contain.\n`,
    )
    if (damaged.length === 0) return
    process.stdout.write(`Damaged before the backup: ${damaged.join(', ')}\n`)
    process.exitCode = 1
  } finally {
    await storage.close()
    await close()
  }
}

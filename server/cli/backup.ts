import { parseArgs } from 'node:util'
import { backup } from '../backup/write.ts'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import { existingMasterKey } from '../context.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../log.ts'
import { openStorage } from '../storage/index.ts'
import { UsageError } from './usage-error.ts'

/**
 * `countersign backup DIR`: everything into a new folder, beside running servers or without them. Exits 1 when a
 * document's stored files were found missing or altered; the rest is backed up all the same.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [folder] = positionals
  if (!folder || positionals.length > 1) throw new UsageError('backup DIR')
  const config = loadConfig()
  const masterKey = await existingMasterKey(config)
  // The schema stays as it is: a backup is also what is made before an upgrade.
  const asItIs = async () => {}
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'join', asItIs)
  const storage = await openStorage({ urls: config.storage, dataDir: config.dataDir, now: systemClock.now() })
  try {
    const progress = (line: string) => void process.stderr.write(`${line}\n`)
    const { damaged, blobs } = await backup({ db, storage, clock: systemClock, masterKey, progress }, folder)
    process.stdout.write(
      `${folder} holds a complete backup with ${blobs.count} files. It can be restored only with the present MASTER_KEY, which is not in it.\n`,
    )
    if (damaged.length === 0) return
    process.stdout.write(`Damaged before the backup: ${damaged.join(', ')}\n`)
    process.exitCode = 1
  } finally {
    await storage.close()
    await close()
  }
}

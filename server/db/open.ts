import type { Logger } from '../log.ts'
import { createDatabase, type Db } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/**
 * The database of the settings, the embedded one where they name none.
 * @param schema what becomes of the schema; default: it is brought to the newest one
 */
export async function openDatabase(
  config: { databaseUrl: string | null; dataDir: string },
  log: Logger,
  ifRunning: 'refuse' | 'join',
  schema: (db: Db) => Promise<void> = migrate,
): Promise<{ db: Db; close(): Promise<void> }> {
  const postgres =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          ifRunning,
          onLog: (line) => log.debug({ source: 'postgres' }, line),
          onExit: (error) => log.fatal({ err: error }, error.message),
        })
      : { url: config.databaseUrl, stop: async () => {} }
  let closing = false
  const onError = (error: Error) => {
    // Sessions that are just ending are told when the embedded server goes; that is what was wanted.
    if (!closing) log.warn({ err: error }, 'a database connection broke')
  }
  const db = createDatabase({ url: postgres.url, onError })
  const close = async () => {
    closing = true
    await db.destroy()
    await postgres.stop()
  }
  try {
    await schema(db)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

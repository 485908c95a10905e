import type { Logger } from '../log.ts'
import { certificateError, unreachableError } from './connection-errors.ts'
import { createDatabase, type Db } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { keepsSessions, poolerError } from './pooler.ts'

/**
 * Opens the database of the settings, or the embedded one if they name none.
 * @param schema what to do with the schema; default: migrate it to the latest, on a connection that keeps its session
 * @param onLost called when the embedded one ends by itself: nothing starts it again
 * @throws ConfigError when DATA_DIR cannot be written to; Error when `DATABASE_URL` leads nowhere, or to a pooler and
 *   `DATABASE_DIRECT_URL` is missing, or leads to one too
 */
export async function openDatabase(
  config: { databaseUrl: string | null; databaseDirectUrl?: string | null; dataDir: string },
  log: Logger,
  ifRunning: 'refuse' | 'join',
  schema: (db: Db) => Promise<void> = migrateDirectly,
  onLost: () => void = () => {},
): Promise<{ db: Db; close(): Promise<void> }> {
  const postgres =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          ifRunning,
          onLog: (line) => log.debug({ source: 'postgres' }, line),
          onExit: (error) => {
            log.fatal({ err: error }, error.message)
            onLost()
          },
        })
      : { url: config.databaseUrl, stop: async () => {} }
  let closing = false
  const onError = (error: Error) => {
    // Ending sessions get an error when the embedded server stops, which is expected.
    if (!closing) log.warn({ err: error }, 'lost a database connection')
  }
  const db = createDatabase({
    url: postgres.url,
    directUrl: config.databaseUrl === null ? null : config.databaseDirectUrl,
    onError,
  })
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
    throw poolerError(error) ?? certificateError(error) ?? unreachableError(error, config) ?? error
  }
}

async function migrateDirectly(db: Db): Promise<void> {
  if (!(await keepsSessions(db))) throw poolerError(null, db.isPooled)
  await migrate(db)
}

import { systemClock } from '../clock.ts'
import { loadConfig } from '../config.ts'
import type { ServerCtx } from '../context.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../log.ts'

/** Only the database, for a command that needs nothing else, with or without a running server. */
export async function withDatabase<T>(use: (ctx: Pick<ServerCtx, 'db' | 'clock'>) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const { db, close } = await openDatabase(config, createLogger('warn', process.stderr), 'join')
  try {
    return await use({ db, clock: systemClock })
  } finally {
    await close()
  }
}

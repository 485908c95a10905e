import { loadConfig } from '../config.ts'
import { closeContext, createContext, type ServerCtx } from '../context.ts'
import { createLogger } from '../log.ts'

/** The context of a server for one short command; logs only warnings and errors, to stderr. */
export async function withContext<T>(use: (ctx: ServerCtx) => Promise<T>): Promise<T> {
  const log = createLogger('warn', process.stderr)
  const ctx = await createContext(loadConfig(), { log }, { ifRunning: 'join' })
  try {
    return await use(ctx)
  } finally {
    await closeContext(ctx)
  }
}

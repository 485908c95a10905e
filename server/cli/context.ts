import { loadConfig } from '../config.ts'
import { type Ctx, closeContext, createContext } from '../context.ts'
import { createLogger } from '../log.ts'

/** A context for one short command, beside a running server or alone; only faults are logged, and to stderr. */
export async function withContext<T>(use: (ctx: Ctx) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const log = createLogger('warn', process.stderr)
  const ctx = await createContext(config, { log }, { ifRunning: 'join' })
  try {
    return await use(ctx)
  } finally {
    await closeContext(ctx)
  }
}

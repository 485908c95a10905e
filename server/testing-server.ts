import { loadConfig, newMasterKey } from './config.ts'
import { createFirstWorkspace } from './domain/records/workspaces/create.ts'
import { startServer } from './main.ts'

export interface StartedServer {
  /** The API, as in `http://localhost:49152/v1`. */
  baseUrl: string
  /** A live key, of scope `full`. */
  apiKey: string
  /** Ends the server and its Postgres, and removes its folder. */
  stop(): Promise<void>
}

/** The server of a test, with a workspace, on a database of its own that has nothing in it yet. */
export async function serve(dataDir: string, databaseUrl: string): Promise<StartedServer> {
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: newMasterKey(),
    LOG_LEVEL: 'error',
  })
  const { ctx, stop } = await startServer(config, { worker: true })
  const first = await createFirstWorkspace(ctx)
  if (!first) throw new Error(`${databaseUrl} has a workspace already`)
  return { baseUrl: ctx.config.apiUrl, apiKey: first.key, stop }
}

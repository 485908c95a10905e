import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../config.ts'
import type { ServerCtx } from '../../context.ts'
import { findOrCreateWorkspace } from '../../domain/records/workspaces/create.ts'
import { createKey } from '../../domain/records/workspaces/keys.ts'
import { type RunningServer, startServer } from '../../main.ts'

export interface TemporaryFolder {
  path: string
  remove(): Promise<void>
}

/** A folder for one run only. */
export async function createFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-try-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** A new key of the workspace of this name, which is made if there is none. */
export async function createLocalKey(ctx: ServerCtx, name: string): Promise<string> {
  const { workspace } = await findOrCreateWorkspace(ctx, name)
  const wanted = { workspaceId: workspace.id, name, scope: 'full' as const, allowIps: [], embedOrigins: [] }
  return (await createKey(ctx, ctx.db, wanted)).key
}

/**
 * The whole server as `countersign start` runs it, on this machine alone and with none of the settings of its
 * environment.
 * @param port 0: a free one
 */
export function startLocalServer(dataDir: string, port = 0): Promise<RunningServer> {
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  return startServer(loadConfig(settings), { worker: true })
}

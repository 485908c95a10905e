import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../config.ts'
import { type Ctx, closeContext, createContext } from '../../context.ts'
import { findOrCreateWorkspace } from '../../domain/records/workspaces/create.ts'
import { createKey } from '../../domain/records/workspaces/keys.ts'
import { startServer } from '../../main.ts'

export interface DemoServer {
  ctx: Ctx
  /** Stops it and deletes everything it stored. */
  stop(): Promise<void>
}

export interface DemoFolder {
  path: string
  remove(): Promise<void>
}

/** A folder for the demo only: it uses none of the user's settings or data. */
export async function createFolder(): Promise<DemoFolder> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-demo-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Creates the database, the seal’s certificates and a workspace of this name with one key; returns the key. */
export async function createDemoKey(dataDir: string, name = 'Demo'): Promise<string> {
  const ctx = await createContext(settings(dataDir))
  try {
    const { workspace } = await findOrCreateWorkspace(ctx, name)
    const wanted = { workspaceId: workspace.id, name: 'Demo', scope: 'full' as const, allowIps: [], embedOrigins: [] }
    return (await createKey(ctx, ctx.db, wanted)).key
  } finally {
    await closeContext(ctx)
  }
}

/** The whole server as `countersign start` runs it, on a free port of this machine. */
export function startDemoServer(dataDir: string): Promise<DemoServer> {
  return startServer(settings(dataDir), { worker: true })
}

function settings(dataDir: string) {
  return loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  })
}

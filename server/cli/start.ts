import { loadConfig } from '../config.ts'
import { WORKER_ROLES, type WorkerRole } from '../db/tasks.ts'
import { startBackground, startServer } from '../main.ts'
import { introduce } from './introduce.ts'
import { untilStopped } from './signals.ts'

/** `countersign start`. @param options.worker whether it does the background work too */
export async function start({ worker }: { worker: boolean }): Promise<void> {
  await untilStopped(startServer(loadConfig(), { worker, introduce }))
}

/** `countersign worker`. @param options.only what it does; without: everything */
export async function work({ only = WORKER_ROLES }: { only?: readonly WorkerRole[] }): Promise<void> {
  await untilStopped(startBackground(loadConfig(), only))
}

import { loadConfig } from '../config.ts'
import { startBackground, startServer } from '../main.ts'
import { introduce } from './introduce.ts'
import { untilStopped } from './signals.ts'

/** `countersign start`. @param options.worker whether it does the background work too */
export async function start({ worker }: { worker: boolean }): Promise<void> {
  await untilStopped(startServer(loadConfig(), { worker, introduce }))
}

/** `countersign worker` */
export async function work(): Promise<void> {
  await untilStopped(startBackground(loadConfig()))
}

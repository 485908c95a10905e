import { loadConfig } from '../config.ts'
import { startBackground } from '../main.ts'
import { untilStopped } from './signals.ts'

/** `countersign worker` */
export async function work(): Promise<void> {
  await untilStopped(startBackground(loadConfig()))
}

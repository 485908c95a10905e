import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { startBackground } from '../main.ts'
import { untilStopped } from './signals.ts'

/** `countersign worker` */
export async function run(args: string[]): Promise<void> {
  parseArgs({ args })
  await untilStopped(startBackground(loadConfig()))
}

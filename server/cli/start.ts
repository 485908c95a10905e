import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { startServer } from '../main.ts'
import { introduce } from './introduce.ts'
import { untilStopped } from './signals.ts'

/** `countersign start [--no-worker]` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'no-worker': { type: 'boolean', default: false } } })
  await untilStopped(startServer(loadConfig(), { worker: !values['no-worker'], introduce }))
}

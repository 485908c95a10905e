import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '../config.ts'
import { type RunningServer, startServer } from '../main.ts'
import { introduce } from './introduce.ts'
import { untilStopped } from './signals.ts'

/** `countersign start [--no-worker]` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'no-worker': { type: 'boolean', default: false } } })
  await untilStopped(started(loadConfig(), !values['no-worker']))
}

async function started(config: Config, worker: boolean): Promise<RunningServer> {
  const server = await startServer(config, { worker })
  await introduce(server.ctx)
  return server
}

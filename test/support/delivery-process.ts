import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programFile } from './cli.ts'

/** A delivery engine in its own process, which can be killed. */
export interface DeliveryProcess {
  /** Whether it has begun to claim deliveries. */
  ready: boolean
  /** Resolves when it does; throws when it ended before. */
  started: Promise<void>
  /** SIGKILL: work in progress is cut off. */
  kill(): Promise<void>
}

export function startDeliveryProcess(databaseUrl: string): DeliveryProcess {
  const child: ChildProcess = spawn(process.execPath, [programFile('delivery'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const made: DeliveryProcess = {
    ready: false,
    started: Promise.race([
      once(child.stdout!, 'data').then(() => {
        made.ready = true
      }),
      exited.then(([code]) => Promise.reject(new Error(`the delivery process ended with ${code}`))),
    ]),
    async kill() {
      made.ready = false
      child.kill('SIGKILL')
      await exited
    },
  }
  // A caller that kills it during the start does not wait for it.
  made.started.catch(() => {})
  return made
}

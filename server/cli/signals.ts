import type { RunningServer } from '../main.ts'
import { CommandError } from './errors.ts'

/** SIGHUP: the terminal was closed; the default action would leave the embedded Postgres running. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C under `npm start` arrives several times: from the terminal and from each wrapper that forwards it. */
const DUPLICATE_MS = 1_000

/**
 * Runs until a signal arrives, then stops cleanly; a signal during startup waits for its end. Another signal more than
 * a second later exits immediately, as does the end of the embedded Postgres.
 */
export async function untilStopped(starting: Promise<RunningServer>): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    let firstAt: number | null = null
    for (const name of SIGNALS) {
      process.on(name, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > DUPLICATE_MS) process.exit(1)
        resolve(name)
      })
    }
  })
  const running = await starting
  // Whoever supervises the process starts both again.
  void running.databaseLost.then(() => process.exit(1))
  const signal = await signalled
  running.ctx.log.info({ signal }, 'stopping')
  await running.stop()
  process.exit(0)
}

/**
 * Runs a command that ends by itself or when it is asked to: at the first Ctrl-C, and by `end`. A second Ctrl-C ends the
 * process at once.
 * @param run `signal` aborts with a CommandError
 */
export async function interruptible(run: (signal: AbortSignal, end: () => void) => Promise<void>): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort(new CommandError('interrupted'))
  for (const name of SIGNALS) process.once(name, end)
  try {
    await run(ended.signal, end)
  } finally {
    for (const name of SIGNALS) process.off(name, end)
  }
}

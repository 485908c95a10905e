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
    onSignals(resolve)
  })
  const running = await starting
  // Whoever supervises the process starts both again.
  void running.databaseLost.then(() => process.exit(1))
  const signal = await signalled
  running.ctx.log.info({ signal }, 'stopping')
  // Whoever presses Ctrl-C does not want to wait.
  await running.stop(signal === 'SIGTERM')
  process.exit(0)
}

/**
 * Runs a command that ends by itself or when it is asked to, by a signal or by `end`. Another signal more than a second
 * later ends the process at once.
 * @param run `signal` aborts with a CommandError
 */
export async function interruptible(run: (signal: AbortSignal, end: () => void) => Promise<void>): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort(new CommandError('interrupted'))
  const ignore = onSignals(end)
  try {
    await run(ended.signal, end)
  } finally {
    ignore()
  }
}

/** @returns what leaves signals to their default action again */
function onSignals(stop: (name: NodeJS.Signals) => void): () => void {
  let firstAt: number | null = null
  const received = (name: NodeJS.Signals) => {
    firstAt ??= performance.now()
    if (performance.now() - firstAt > DUPLICATE_MS) process.exit(1)
    stop(name)
  }
  for (const name of SIGNALS) process.on(name, received)
  return () => {
    for (const name of SIGNALS) process.off(name, received)
  }
}

import type { Running } from '../main.ts'

/** SIGHUP: the terminal was closed; by its own default it would leave the embedded Postgres running. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C under `npm start` comes several times: from the terminal and from each wrapper that hands it on. */
const ECHO_MS = 1_000

/**
 * Runs until a signal comes, then stops cleanly; one that comes during the start waits for its end. Another one more
 * than a second later ends at once.
 */
export async function untilStopped(starting: Promise<Running>): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    let firstAt: number | null = null
    for (const name of SIGNALS) {
      process.on(name, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > ECHO_MS) process.exit(1)
        resolve(name)
      })
    }
  })
  const running = await starting
  const signal = await signalled
  running.ctx.log.info({ signal }, 'stopping')
  await running.stop()
  process.exit(0)
}

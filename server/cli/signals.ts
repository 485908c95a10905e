import type { Running } from '../main.ts'

/** Runs until SIGINT or SIGTERM, then stops cleanly. A second signal ends at once. */
export async function untilStopped(running: Running): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.once(name, () => process.exit(1))
        resolve(name)
      })
    }
  })
  running.ctx.log.info({ signal }, 'stopping')
  await running.stop()
  process.exit(0)
}

/** What is printed while the demo runs: one line for each step, with how long it took and what came of it. */
export interface Progress {
  note(text: string): void
  /** Runs `work` under `title` and prints what `tell` makes of its result. Starts nothing once `signal` has aborted. */
  step<T>(title: string, work: () => Promise<T>, tell?: (result: T) => string): Promise<T>
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const TITLE_WIDTH = 14
const TIME_WIDTH = 9

export function createProgress(output: Output, signal: AbortSignal): Progress {
  return {
    note: (text) => void output.write(`${text}\n`),
    async step(title, work, tell = () => '') {
      signal.throwIfAborted()
      // On a terminal the finished line replaces the running one.
      if (output.isTTY) output.write(`  … ${title}\r`)
      const start = performance.now()
      try {
        const result = await work()
        const time = `${Math.round(performance.now() - start)} ms`.padStart(TIME_WIDTH)
        output.write(`  ✓ ${title.padEnd(TITLE_WIDTH)}${time}   ${tell(result)}\n`)
        return result
      } catch (error) {
        output.write(`  ✗ ${title}\n`)
        throw error
      }
    },
  }
}

/** The output of the running demo: one line per step, with its duration and result. */
export interface Progress {
  note(text: string): void
  /** Runs `work` under `title` and prints `describe(result)`. Starts nothing once `signal` has aborted. */
  step<T>(title: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T>
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const TITLE_WIDTH = 14
const TIME_WIDTH = 9

export function createProgress(output: Output, signal: AbortSignal): Progress {
  return {
    note: (text) => void output.write(`${text}\n`),
    async step(title, work, describe = () => '') {
      signal.throwIfAborted()
      // On a terminal the finished line replaces the running one.
      if (output.isTTY) output.write(`  … ${title}\r`)
      const start = performance.now()
      try {
        const result = await work()
        const time = `${Math.round(performance.now() - start)} ms`.padStart(TIME_WIDTH)
        output.write(`  ✓ ${title.padEnd(TITLE_WIDTH)}${time}   ${describe(result)}\n`)
        return result
      } catch (error) {
        output.write(`  ✗ ${title}\n`)
        throw error
      }
    },
  }
}

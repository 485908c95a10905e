import { relative } from 'node:path'
import type { TaskMeta } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { cpuSeconds } from './cpu.ts'
import { isFullSize } from './full-size.ts'

/** What a test file may use, in CPU seconds with all that it starts; at full size there is no bound. */
const MOST_CPU_SECONDS = 20
/**
 * The same in a whole run: on a machine that is shared the same file has cost 13 CPU s and, an hour later, 35. Run alone, it
 * is held to the bound above.
 */
const MOST_OF_RUN = 1 / 30
const DEAREST = 10

/**
 * Prints what the run took, its dearest files, and as its last line vitest's own counts: `N passed, N failed`, and
 * `, N skipped` if any were. A file that uses too much has failed once more.
 */
const total = ({ cpuSeconds = 0, loadSeconds = 0 }: TaskMeta) => cpuSeconds + loadSeconds

export default class Summary implements Reporter {
  readonly #began = performance.now()

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++
      // A file that could not even be loaded has no tests: it is one failure.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
    }
    const { lines, tooDear } = this.#costs(modules)
    if (tooDear > 0) process.exitCode = 1
    const failed = counts.failed + counts.pending + errors.length + tooDear
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    // After every other reporter, and after the line that it may have left open.
    process.once('exit', () =>
      process.stdout.write(`\n${lines.join('\n')}\n\n${counts.passed} passed, ${failed} failed${skipped}\n`),
    )
  }

  #costs(modules: readonly TestModule[]): { lines: string[]; tooDear: number } {
    const files = modules
      .map((module) => ({ path: relative(process.cwd(), module.moduleId), cpu: module.meta().cpuSeconds ?? 0 }))
      .sort((a, b) => b.cpu - a.cpu)
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(0)
    // Those of the workers from the files: a browser that ends with its worker is in nobody's account.
    const inWorkers = modules.reduce((sum, module) => sum + total(module.meta()), 0)
    const without = modules.flatMap((module) => module.meta().pid ?? [])
    const inAll = inWorkers + cpuSeconds({ ended: false, without })
    const most = Math.max(MOST_CPU_SECONDS, inAll * MOST_OF_RUN)
    const tooDear = isFullSize() ? [] : files.filter(({ cpu }) => cpu > most)
    const lines = [
      `${seconds} s, ${inAll.toFixed(0)} CPU s. The dearest files, in CPU s:`,
      ...files.slice(0, DEAREST).map(({ path, cpu }) => `${cpu.toFixed(1).padStart(6)}  ${path}`),
      ...tooDear.map(({ path }) => `${path} uses more than ${most.toFixed(0)} CPU s: make it smaller`),
    ]
    return { lines, tooDear: tooDear.length }
  }
}

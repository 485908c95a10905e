import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints vitest's own counts as the run's last line: `N passed, N failed`, and `, N skipped` if any were. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[stateOf(test)]++
      // A file that could not even be loaded has no tests: it is one failure.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
    }
    const failed = counts.failed + counts.pending + errors.length
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    // After every other reporter, and after the line that it may have left open.
    process.once('exit', () => process.stdout.write(`\n${counts.passed} passed, ${failed} failed${skipped}\n`))
  }
}

function stateOf(test: TestCase): 'passed' | 'failed' | 'skipped' | 'pending' {
  return test.result().state
}

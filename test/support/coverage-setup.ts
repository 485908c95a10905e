import type { TestProject } from 'vitest/node'
import { describeCoverage, isComplete, readCoverage, resetCoverage } from './coverage.ts'
import { PROJECTS, testFilesOf } from './projects.ts'

/**
 * Global set-up: counts which documented answers a run of the whole suite has produced. What is missing must stand in
 * test/contract/not-covered.json, and nothing else may.
 */
export default function setup(project: TestProject): () => Promise<void> {
  resetCoverage()
  return async () => {
    const ran = new Set(project.vitest.state.getFiles().map((file) => file.filepath))
    if (PROJECTS.flatMap(testFilesOf).some((file) => !ran.has(file))) return
    const coverage = readCoverage()
    console.log(`\n${describeCoverage(coverage)}`)
    if (!isComplete(coverage)) process.exitCode = 1
  }
}

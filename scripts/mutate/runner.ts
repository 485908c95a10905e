import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import type { RunnerTestCase as Test } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { getFn } from 'vitest/suite'

/** Faults that no test has noticed so far, what fails without any, and which one is on. Shared by all test files. */
interface Shared {
  alive: Set<number>
  broken: string[]
  ran: number
  active: number
  hits: number
  /** Faults in code that the test reaches. */
  reached: Set<number>
}

/** A fault that makes a loop endless is asked for again and again: then it counts as noticed. */
const MOST_HITS = 5_000_000

const { FAULTS_FILE = '' } = process.env
const holder = globalThis as unknown as { __shared?: Shared; __fault?: (id: number) => boolean }
holder.__shared ??= {
  alive: new Set((JSON.parse(readFileSync(FAULTS_FILE, 'utf8')) as { alive: number[] }).alive),
  broken: [],
  ran: 0,
  active: 0,
  hits: 0,
  reached: new Set(),
}
const shared = holder.__shared
holder.__fault = (id) => {
  if (shared.active === 0) shared.reached.add(id)
  if (id !== shared.active) return false
  shared.hits += 1
  if (shared.hits > MOST_HITS) throw new Error('this does not end')
  return true
}
// What matters is that a property fails, not by how little; a fault that ten examples miss is missed by luck with more.
fc.configureGlobal({ endOnFailure: true, numRuns: 10 })

function report(): void {
  const { alive, broken, ran, active } = shared
  // Renamed into place: this process may be ended at any moment, and its state is read afterwards.
  writeFileSync(`${FAULTS_FILE}.new`, JSON.stringify({ alive: [...alive], broken, ran, active }))
  renameSync(`${FAULTS_FILE}.new`, FAULTS_FILE)
}

/** Runs each test as it is, then once with each fault that it reaches and that is still unnoticed, in one process. */
export default class FaultRunner extends VitestTestRunner {
  async runTask(test: Test): Promise<void> {
    const body = getFn(test)
    shared.reached.clear()
    try {
      await body()
    } catch (error) {
      shared.broken.push(`${test.name}: ${error}`)
      report()
      throw error
    }
    // One that cannot be run again would seem to notice every fault. What it alone notices is found in a lane.
    const again = await (async () => body())().then(
      () => true,
      () => false,
    )
    if (!again) return
    shared.ran += 1
    for (const id of shared.alive) {
      if (!shared.reached.has(id)) continue
      shared.active = id
      shared.hits = 0
      report()
      try {
        await body()
      } catch {
        shared.alive.delete(id)
      } finally {
        shared.active = 0
      }
    }
    report()
  }
}

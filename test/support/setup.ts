import { setDefaultResultOrder } from 'node:dns'
import { afterAll, beforeAll, expect } from 'vitest'
import { cpuSeconds } from './cpu.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: what this process and those that it started used for it. */
    cpuSeconds?: number
    /** What came before: its modules, which the first files of a process load for all. */
    loadSeconds?: number
    /** The process that ran it. */
    pid?: number
  }
}

// `localhost` in a test means the 127.0.0.1 that its receivers listen on.
setDefaultResultOrder('ipv4first')

/** This module is loaded again for each file of the process. */
const run = globalThis as { cpuAtEndOfFile?: number; comparesBuffers?: true }

// Vitest compares every byte as a property of an object, which takes two seconds for a megabyte.
if (!run.comparesBuffers) {
  const isEqual = (a: unknown, b: unknown) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined)
  expect.addEqualityTesters([isEqual])
  run.comparesBuffers = true
}

let before = 0
beforeAll(() => {
  before = cpuSeconds()
})
// The first hook of a file is the last to run.
// biome-ignore lint/correctness/noEmptyPattern: vitest insists on a pattern for its fixtures, of which none is wanted
afterAll(({}, file) => {
  const now = cpuSeconds()
  file.meta.pid = process.pid
  file.meta.cpuSeconds = now - before
  file.meta.loadSeconds = before - (run.cpuAtEndOfFile ?? 0)
  run.cpuAtEndOfFile = now
})

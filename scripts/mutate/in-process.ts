import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mutation } from './mutations.ts'

const root = resolve(import.meta.dirname, '../..')
/** A test with a fault that takes longer does not end. */
const STUCK_MS = 90_000

interface State {
  alive: number[]
  broken: string[]
  /** Tests that could be run again and again. */
  ran: number
  active: number
}

/**
 * Runs the tests once in one process, each test once with every fault that is still unnoticed: for code whose tests
 * keep nothing between two runs, and a hundred times as fast as a process for each fault.
 * @param stop ends the run early: faults that not every test was run with then count as survivors
 * @returns the survivors
 */
export async function survivorsInProcess(
  mutations: Mutation[],
  tests: string[],
  databaseUrl: string,
  stop: AbortSignal,
): Promise<Mutation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-mutate-'))
  const [list, file] = [join(folder, 'list.json'), join(folder, 'state.json')]
  let alive = mutations.map((_, index) => index + 1)
  try {
    await writeFile(list, JSON.stringify(mutations.map((mutation, index) => ({ id: index + 1, mutation }))))
    for (;;) {
      await writeFile(file, JSON.stringify({ alive, broken: [], ran: 0, active: 0 } satisfies State))
      const settings = { FAULTS_LIST: list, FAULTS_FILE: file, DATABASE_URL: databaseUrl }
      const stuck = await runTests(tests, settings, file, stop)
      const state = JSON.parse(await readFile(file, 'utf8')) as State
      if (state.broken.length > 0) throw new Error(`the tests fail without any fault: ${state.broken.join('; ')}`)
      if (state.ran === 0) throw new Error('no test was run')
      alive = state.alive.filter((id) => !stuck || stop.aborted || id !== state.active)
      if (!stuck || stop.aborted) return alive.map((id) => mutations[id - 1]!)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** True when it had to be ended, because a fault made a test endless or the time is over. */
async function runTests(
  tests: string[],
  settings: Record<string, string>,
  file: string,
  stop: AbortSignal,
): Promise<boolean> {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'scripts/mutate/vitest.config.ts']
  const child = spawn(process.execPath, [...args, '--reporter=dot', ...tests], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'close').then(() => true)
  while (!(await Promise.race([ended, delay(1_000).then(() => false)]))) {
    const { mtimeMs } = await stat(file)
    if (!stop.aborted && Date.now() - mtimeMs < STUCK_MS) continue
    process.kill(-child.pid!, 'SIGKILL')
    await ended
    return true
  }
  return false
}

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../server/db/embedded.ts'
import { GROUPS, type Group } from './mutate/groups.ts'
import { survivorsInProcess } from './mutate/in-process.ts'
import { openLane } from './mutate/lane.ts'
import { type Mutation, mutationsOf } from './mutate/mutations.ts'

/**
 * `npm run mutate -- [NAME]... [--lanes N] [--minutes N]`: makes one small fault after the other in the files of the
 * named groups (all of them when none is named) and runs the tests that should notice. Survivors are compared with
 * `mutate/accepted.json`, where each has its reason; one without a reason, and a reason without its survivor, fail the
 * command. So does a group that is stopped after `--minutes` of its own before every fault is decided.
 *
 * Not Stryker: version 10 needs Node 22, and its runner switches faults on within the test's own thread, so that what
 * the PDF workers and the processes of the command line load stays sound. Here a fault is in the file, for everybody.
 */

interface Accepted {
  file: string
  line: string
  from: string
  to: string
  reason: string
}

interface Outcome {
  survivors: Mutation[]
  /** Faults that not every test was run with when the time was over. */
  undecided: Mutation[]
}

const ACCEPTED = join(import.meta.dirname, 'mutate/accepted.json')
/** A fault may make a test wait until its own limits: so many times as long as without one, and never less than this. */
const SLOWER = 6
const LEAST_TIMEOUT_MS = 180_000

const same = (a: Omit<Accepted, 'reason'>, b: Omit<Accepted, 'reason'>) =>
  a.file === b.file && a.line === b.line && a.from === b.from && a.to === b.to

const describe = ({ file, line, from, to }: Mutation) => `  ${file}: ${line}: ${from} => ${to}`

async function survivorsOf(
  name: string,
  group: Group,
  databaseUrl: string,
  lanes: number,
  stop: AbortSignal,
): Promise<Outcome> {
  const { files, tests, texts = false, inProcess = false } = group
  const found = await Promise.all(files.map(async (file) => mutationsOf(file, await readFile(file, 'utf8'), texts)))
  const mutations = found.flat()
  const startedAt = performance.now()
  const here = mutations.filter(({ atLoad }) => inProcess && !atLoad)
  const unnoticed = here.length > 0 ? await survivorsInProcess(here, tests, databaseUrl, stop) : []
  console.error(`${name}: ${unnoticed.length} of ${here.length} survived in one process`)
  for (const one of unnoticed) console.error(describe(one))
  const left = mutations.filter((one) => !here.includes(one) || unnoticed.includes(one))
  const outcome =
    left.length > 0 && !stop.aborted
      ? await survivorsInLanes(name, left, tests, databaseUrl, lanes, stop)
      : { survivors: [], undecided: left }
  const { survivors, undecided } = outcome
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const stopped = undecided.length > 0 ? `, STOPPED with ${undecided.length} undecided` : ''
  console.log(`${name}: ${mutations.length} faults, ${survivors.length} survived${stopped}, ${minutes} minutes`)
  return outcome
}

/** A process for each fault. */
async function survivorsInLanes(
  name: string,
  mutations: Mutation[],
  tests: string[],
  databaseUrl: string,
  count: number,
  stop: AbortSignal,
): Promise<Outcome> {
  const lanes = await Promise.all(Array.from({ length: count }, () => openLane(databaseUrl)))
  const outcome: Outcome = { survivors: [], undecided: [] }
  const { survivors, undecided } = outcome
  try {
    const startedAt = performance.now()
    if (!(await lanes[0]!.passes(tests, 600_000))) throw new Error(`${name}: the tests fail without any fault`)
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, SLOWER * (performance.now() - startedAt))
    let done = 0
    const next = mutations.values()
    const work = lanes.map(async (lane) => {
      for (const mutation of next) {
        if (stop.aborted) {
          undecided.push(mutation)
          continue
        }
        if (await lane.survives(mutation, tests, timeoutMs)) {
          survivors.push(mutation)
          console.error(describe(mutation))
        }
        done += 1
        if (done % 10 === 0) console.error(`${name}: ${done} of ${mutations.length}, ${survivors.length} survived`)
      }
    })
    await Promise.all(work)
    return outcome
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { lanes: { type: 'string', default: '2' }, minutes: { type: 'string' } },
  })
  const names = positionals.length > 0 ? positionals : Object.keys(GROUPS)
  const unknown = names.filter((name) => !GROUPS[name])
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: ${Object.keys(GROUPS).join(', ')}`)
  const accepted = JSON.parse(await readFile(ACCEPTED, 'utf8')) as Accepted[]
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-mutate-db-'))
  const postgres = await startEmbedded({ dataDir, throwaway: true })
  try {
    for (const name of names) {
      const group = GROUPS[name]!
      const stop = values.minutes ? AbortSignal.timeout(Number(values.minutes) * 60_000) : new AbortController().signal
      const { survivors, undecided } = await survivorsOf(name, group, postgres.url, Number(values.lanes), stop)
      const reasons = accepted.filter(({ file }) => group.files.includes(file))
      const unjustified = survivors.filter((one) => !reasons.some((reason) => same(reason, one)))
      const stale = reasons.filter((reason) => ![...survivors, ...undecided].some((one) => same(reason, one)))
      for (const { file, line, from, to } of unjustified)
        console.log(JSON.stringify({ file, line, from, to, reason: '' }))
      for (const { file, line, to } of stale) console.log(`no longer survives: ${file}: ${line} (${to})`)
      if (unjustified.length + stale.length + undecided.length > 0) process.exitCode = 1
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Countersign } from '../../sdk/src/index.ts'
import { ArgumentError, type LoadOptions, readArguments, USAGE } from './arguments.ts'
import { arrive } from './arrivals.ts'
import { watchDatabase } from './database.ts'
import { type Documents, noDocuments, takeThrough } from './documents.ts'
import { duplicates, missing } from './events.ts'
import { describe, type Figures, isGood, percentiles } from './figures.ts'
import { startOwnServer } from './own-server.ts'
import { watch } from './processes.ts'
import { type Arrival, receive } from './receiver.ts'
import { sender } from './sender.ts'

const LOOK_MS = 1_000

/**
 * The whole command.
 * @param print takes the lines of the report
 * @returns the exit code: 0, 1 when something failed or got lost, 2 when the command line is wrong
 */
export async function load(args: string[], print: (line: string) => void): Promise<number> {
  let options: LoadOptions | null
  try {
    options = readArguments(args, process.env)
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error
    print(error.message)
    print(USAGE)
    return 2
  }
  if (options === null) {
    print(USAGE)
    return 0
  }
  const figures = await onServer(options, commandOf(args))
  for (const line of options.json ? [JSON.stringify(figures)] : describe(figures)) print(line)
  return isGood(figures) ? 0 : 1
}

/** As it was typed, without the secrets. */
function commandOf(args: string[]): string {
  const words = args.map((word, at) => (/^--(key|database-url)$/.test(args[at - 1] ?? '') ? '…' : word))
  return ['npm run load --', ...words.map((word) => word.replace(/^(--(?:key|database-url)=).*/, '$1…'))].join(' ')
}

async function onServer(options: LoadOptions, command: string): Promise<Figures> {
  const { url, key, pids, databaseUrl } = options
  if (url !== null) return run({ ...options, url, key: key!, isNew: false }, command)
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-load-'))
  const own = await startOwnServer(dataDir)
  try {
    const watched = { pids: [...own.pids, ...pids], databaseUrl: databaseUrl ?? own.databaseUrl }
    return await run({ ...options, ...watched, url: own.url, key: own.key, isNew: true }, command)
  } finally {
    await own.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(
  options: LoadOptions & { url: string; key: string; isNew: boolean },
  command: string,
): Promise<Figures> {
  const client = new Countersign({ apiKey: options.key, baseUrl: `${options.url}/v1`, maxRetries: 0, logLevel: 'off' })
  const send = await sender(client, options)
  const receiver = await receive(client, options.hooks, options.receiver)
  try {
    // The first documents of a process take longer.
    if (options.isNew) for (let index = 0; index < 2; index++) await takeThrough(noDocuments(), send, 0, index)
    const database = options.databaseUrl === null ? null : await watchDatabase(options.databaseUrl)
    const processes = watch([...options.pids, { name: 'this tool', pid: process.pid }])
    const startedAt = performance.now()
    const documents = noDocuments()
    const late = await arrive(options, (plannedAt, index) => takeThrough(documents, send, plannedAt, index))
    const sealed = await untilArrived(documents, receiver.arrivals, options)
    const seconds = (performance.now() - startedAt) / 1000
    // The hooks are the workspace's: they hear of other documents too.
    const own = new Set(documents.expected.map(({ documentId }) => documentId))
    const arrivals = receiver.arrivals.filter(({ documentId }) => own.has(documentId ?? ''))
    return {
      ...{ command, seconds, waitSeconds: options.waitMs / 1000 },
      ...timesOf(documents, arrivals),
      late: percentiles(late),
      documents: {
        ...{ planned: documents.planned, created: documents.created, signed: documents.signed.length },
        sealed: sealed.size,
      },
      errors: Object.fromEntries(documents.errors),
      events: {
        expected: documents.expected.length * options.hooks,
        lost: lostOf(documents, arrivals, sealed, options.hooks),
        duplicates: duplicates(arrivals),
        unverified: receiver.unverified(),
      },
      processes: processes?.() ?? null,
      database: (await database?.()) ?? null,
    }
  } finally {
    await receiver.close()
  }
}

/** @returns the ids of the sealed documents, once every event has arrived or the time is over */
async function untilArrived(
  { expected, signed }: Documents,
  arrivals: Arrival[],
  { hooks, waitMs }: LoadOptions,
): Promise<Set<string>> {
  const end = performance.now() + waitMs
  const sealed = new Set<string>()
  for (;;) {
    for (const { event, documentId } of arrivals) if (event === 'document.completed') sealed.add(documentId!)
    const isOver = performance.now() >= end
    // Without its event, only the page tells.
    const unknown = hooks === 0 || isOver ? signed.filter(({ sent }) => !sealed.has(sent.documentId)) : []
    for (const { sent, last } of unknown) if (await last.isSealed().catch(() => false)) sealed.add(sent.documentId)
    const isComplete = missing(expected, arrivals, hooks).length === 0 && (hooks > 0 || sealed.size === signed.length)
    if (isComplete || isOver) return new Set(signed.map(({ sent }) => sent.documentId).filter((id) => sealed.has(id)))
    await delay(LOOK_MS)
  }
}

/** By event, how many did not arrive of what has happened: a document that is not sealed has not completed. */
function lostOf(
  { expected }: Documents,
  arrivals: Arrival[],
  sealed: Set<string>,
  hooks: number,
): Record<string, number> {
  const lost: Record<string, number> = {}
  for (const { event, documentId } of missing(expected, arrivals, hooks)) {
    if (event === 'document.completed' && !sealed.has(documentId)) continue
    lost[event] = (lost[event] ?? 0) + 1
  }
  return lost
}

function timesOf({ taken }: Documents, arrivals: Arrival[]) {
  const lastSigned = new Map<string, number>()
  const completed = new Map<string, number>()
  for (const { event, documentId, recordedAt } of arrivals) {
    if (documentId === null) continue
    if (event === 'document.completed') completed.set(documentId, recordedAt)
    if (event !== 'signing_request.signed') continue
    lastSigned.set(documentId, Math.max(recordedAt, lastSigned.get(documentId) ?? 0))
  }
  const sealing = [...completed].flatMap(([id, at]) => (lastSigned.has(id) ? [at - lastSigned.get(id)!] : []))
  return {
    create: percentiles(taken.create),
    open: percentiles(taken.open),
    sign: percentiles(taken.sign),
    whole: percentiles(taken.whole),
    signToSealed: percentiles(sealing),
    commitToReceiver: percentiles(arrivals.map(({ at, recordedAt }) => at - recordedAt)),
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { sourceLoader } from '../source-loader.ts'
import { Turns } from '../turns.ts'
import type { ViewInput, ViewJob, ViewReply, ViewRequest } from './types.ts'

export type { ViewJob }

/** Draws and reads documents for people, in a process of its own. Nothing depends on it: its results are caches. */
export interface DocumentReader {
  /**
   * Runs a job, or joins the same one under way.
   * @param owner whose job it is (a workspace): owners are served in turn
   * @param key equal for equal jobs
   * @throws ReaderError
   */
  run(owner: string, key: string, job: ViewJob, input: ViewInput): Promise<Uint8Array | null>
  /** What the job `picture` with this key made a short time ago, or is making; undefined: it has to be run. */
  pictureOf(key: string): Promise<Uint8Array | null> | undefined
  close(): Promise<void>
}

/** The document could not be read this way: by its fault, or because it took too much time or memory. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError'
}

export interface ReaderLimits {
  /** A job that takes longer ends the process. The work is limited in counted steps: this is for what cannot be counted. */
  timeoutMs?: number
  /** A process that uses more is ended: native memory is in no heap. */
  memoryBytes?: number
  /** A process that holds this much after a job is replaced before the next. */
  recycledBytes?: number
}

const TIMEOUT_MS = 60_000
const MEMORY_BYTES = 1024 * 1024 * 1024
const HEAP_MB = 512
const LOOK_EVERY_MS = 100
/** Half again as much as one holds that has drawn a page. */
const RECYCLED_BYTES = 640 * 1024 * 1024
/** The process and the pictures are not kept for longer than people take to open the next document. */
const IDLE_MS = 60_000
/** A page's picture is asked for right after the page: what is kept longer is drawn again at less than a store costs. */
const KEPT_PICTURES = 200

/** The process starts with the first job. */
export function createReader({
  timeoutMs = TIMEOUT_MS,
  memoryBytes = MEMORY_BYTES,
  recycledBytes = RECYCLED_BYTES,
}: ReaderLimits = {}): DocumentReader {
  const turns = new Turns(1)
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  const pictures = new Map<string, Promise<Uint8Array | null>>()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  function begin(): ChildProcess {
    const started = start()
    // The end of one that was replaced is noticed only after the next has started, which must not be forgotten.
    started.once('exit', () => {
      if (child === started) child = null
    })
    child = started
    return started
  }

  async function perform(request: ViewRequest): Promise<Uint8Array | null> {
    if (closed) throw new ReaderError('the reader is closed')
    clearTimeout(idle)
    const running = child ?? begin()
    const reply = await replyOf(running, request, { timeoutMs, memoryBytes }).catch((error: unknown) => {
      end()
      throw error
    })
    if ((await memoryOf(running.pid)) > recycledBytes) end()
    idle = setTimeout(() => {
      end()
      pictures.clear()
    }, IDLE_MS).unref()
    if ('failed' in reply) throw new ReaderError(reply.failed)
    return reply.made
  }

  function keepPicture(key: string, made: Promise<Uint8Array | null>): void {
    pictures.set(key, made)
    made.catch(() => pictures.delete(key))
    const [oldest] = pictures.keys()
    if (pictures.size > KEPT_PICTURES) pictures.delete(oldest!)
  }

  return {
    run(owner, key, job, input) {
      // Whoever looked before the picture was made may get here only after.
      const known = underWay.get(key) ?? pictures.get(key)
      if (known) return known
      const made = turns.run('requests', owner, () => perform({ job, input })).finally(() => underWay.delete(key))
      underWay.set(key, made)
      if (job === 'picture') keepPicture(key, made)
      return made
    },
    pictureOf: (key) => pictures.get(key),
    async close() {
      closed = true
      const last = child
      end()
      if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit')
    },
  }
}

function start(): ChildProcess {
  const { filename, execArgv = [] } = sourceLoader(import.meta.url, './child')
  const child = fork(filename, {
    execArgv: [...execArgv, `--max-old-space-size=${HEAP_MB}`],
    // None of the server's settings, which hold its secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A reply is awaited by its own listeners; between jobs nothing of it keeps the server from ending.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

/** @throws ReaderError */
async function replyOf(
  child: ChildProcess,
  request: ViewRequest,
  { timeoutMs, memoryBytes }: Required<Pick<ReaderLimits, 'timeoutMs' | 'memoryBytes'>>,
): Promise<ViewReply> {
  const settled = new AbortController()
  const { signal } = settled
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ReaderError(`took longer than ${timeoutMs / 1000} s`)), timeoutMs)
  })
  const tooMuch = watchMemory(child, memoryBytes, signal)
  const gone = once(child, 'exit', { signal }).then(([code, by]) => {
    throw new ReaderError(`the process ended with ${code ?? by}`)
  })
  gone.catch(() => {})
  try {
    const reply = once(child, 'message', { signal }) as Promise<[ViewReply]>
    reply.catch(() => {})
    child.send(request)
    const [answer] = await Promise.race([reply, gone, tooLong, tooMuch])
    return answer
  } finally {
    clearTimeout(timer)
    settled.abort()
  }
}

/** Rejects when the process uses more memory than it may; never resolves. */
function watchMemory(child: ChildProcess, most: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setInterval(async () => {
      if ((await memoryOf(child.pid)) > most) reject(new ReaderError('needs too much memory'))
    }, LOOK_EVERY_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
  })
}

const KILOBYTE = 1024

/** The resident memory of a process in bytes, 0 when it cannot be known: it has ended, or the system is not Linux. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KILOBYTE
}

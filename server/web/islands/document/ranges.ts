import { FIRST_WAIT_MS, longerWait, startPause } from '../pause.ts'

/** Read at once from either end of the file: a PDF begins with its first page or ends with the table of its objects. */
const END_BYTES = 64 * 1024
/** Reading on from where the last request ended doubles what is requested, up to this: a large image is read in order. */
const MOST_AHEAD_BYTES = 2 * 1024 * 1024

/** The server has the file no more, or not for this reader. */
export class FileRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the document answered ${status}`)
    this.status = status
  }
}

/**
 * A file of known length that is read in ranges. Its beginning and its end are on the way as soon as it is opened. The
 * file may grow at its end meanwhile: ranges of what it was stay the same.
 */
export interface RangedFile {
  length: number
  /** The first bytes: of a short file all. */
  head: Uint8Array
  /** `end` is exclusive. Waits for the connection to come back. @throws FileRefused */
  read(begin: number, end: number): Promise<Uint8Array>
}

/** A contiguous part of the file, perhaps still arriving. */
interface Part {
  begin: number
  end: number
  bytes: Promise<Uint8Array>
}

/** @throws FileRefused, TypeError when the server cannot be reached */
export async function openFile(url: string): Promise<RangedFile> {
  const head = await fetchRange(url, 0, END_BYTES)
  const { length } = head
  const parts: Part[] = [{ begin: 0, end: head.bytes.length, bytes: Promise.resolve(head.bytes) }]
  let ahead = END_BYTES

  function request(begin: number, end: number): Part {
    const bytes = whenConnected(() => fetchRange(url, begin, end)).then((part) => part.bytes)
    // Whoever reads from it hears of its failure.
    bytes.catch(() => {})
    const part = { begin, end, bytes }
    parts.push(part)
    return part
  }

  if (head.bytes.length < length) request(Math.max(head.bytes.length, length - END_BYTES), length)
  let readTo = head.bytes.length
  return {
    length,
    head: head.bytes,
    async read(begin, end) {
      const known = parts.find((part) => part.begin <= begin && end <= part.end)
      if (known) return (await known.bytes).slice(begin - known.begin, end - known.begin)
      ahead = begin === readTo ? Math.min(2 * ahead, MOST_AHEAD_BYTES) : END_BYTES
      readTo = Math.min(Math.max(end, begin + ahead), length)
      const part = request(begin, readTo)
      return (await part.bytes).slice(0, end - begin)
    },
  }
}

async function fetchRange(url: string, begin: number, end: number): Promise<{ bytes: Uint8Array; length: number }> {
  const response = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` } })
  if (!response.ok) throw new FileRefused(response.status)
  const bytes = new Uint8Array(await response.arrayBuffer())
  // A proxy may drop the header and send the whole file.
  if (response.status === 200)
    return { bytes: bytes.subarray(begin, begin === 0 ? undefined : end), length: bytes.length }
  return { bytes, length: Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]) }
}

/** Repeats what failed for want of a connection or a working server. */
async function whenConnected<T>(work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = longerWait(wait)) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FileRefused ? error.status < 500 : !(error instanceof TypeError)) throw error
      await startPause(wait).done
    }
  }
}

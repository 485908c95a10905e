import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive, opened when its turn comes. */
export interface ZipEntry {
  /** Without a folder. */
  name: string
  open(): Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  size: number
  packed: number
  offset: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20

/**
 * An archive as PKWARE's APPNOTE 6.3.10 describes it, made while it is sent: nothing is held in memory whole. For files
 * below 4 GiB. What fails to open or to be read ends the stream with its error.
 * @param at the time of all entries, in UTC
 */
export function zipStream(entries: ZipEntry[], at: Date): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(zipped(entries, at), { objectMode: false })) as ReadableStream<Uint8Array>
}

async function* zipped(entries: ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const file: Written = { name: Buffer.from(entry.name), crc: 0, size: 0, packed: 0, offset }
    const header = Buffer.concat([
      numbers([4, 0x04034b50], ...fixedPart(at), ...sizes(null), ...names(file)),
      file.name,
    ])
    yield header
    const deflate = createDeflateRaw({ level: 1 })
    // A failure of the source ends `deflate` with it, which the loop below throws.
    pipeline(Readable.from(counted(await entry.open(), file)), deflate, () => {})
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      file.packed += chunk.length
      yield chunk
    }
    const trailer = numbers([4, 0x08074b50], ...sizes(file))
    yield trailer
    offset += header.length + file.packed + trailer.length
    written.push(file)
  }
  const directory = Buffer.concat(written.flatMap((file) => [directoryEntry(file, at), file.name]))
  yield directory
  const count = written.length
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0])
}

async function* counted(source: ReadableStream<Uint8Array>, file: Written): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    file.crc = crc32(chunk, file.crc)
    file.size += chunk.length
    yield chunk
  }
}

type Field = [bytes: 2 | 4, value: number]

function fixedPart(at: Date): Field[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, time],
    [2, day],
  ]
}

/** Null: not known yet. */
function sizes(file: Written | null): Field[] {
  return [
    [4, file?.crc ?? 0],
    [4, file?.packed ?? 0],
    [4, file?.size ?? 0],
  ]
}

function names({ name }: Written): Field[] {
  return [
    [2, name.length],
    [2, 0],
  ]
}

/** Its name follows. No comment, one disk, no attributes. */
function directoryEntry(file: Written, at: Date): Buffer {
  const rest: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, file.offset],
  ]
  return numbers([4, 0x02014b50], [2, VERSION], ...fixedPart(at), ...sizes(file), ...names(file), ...rest)
}

function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((total, [bytes]) => total + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

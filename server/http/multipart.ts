import { once } from 'node:events'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { didYouMean } from '../did-you-mean.ts'
import { BODY, PDF } from '../limits.ts'
import type { UploadedFile } from '../schema-parts.ts'
import type { ReceivedFile, Receiver, Storage } from '../storage/index.ts'
import { readChunk } from './chunks.ts'
import { HttpError } from './errors.ts'
import { assertStorable, UnstorableError } from './json.ts'
import { isAlone, partValue } from './part-value.ts'

export interface Multipart {
  /** Every other part. */
  parts: Record<string, unknown>
  file: UploadedFile | null
}

/** What the operation's parts are; see the table of operations. */
interface Accepted {
  /** Every part, where the names are known. */
  names: readonly string[]
  jsonParts: readonly string[]
  listParts: readonly string[]
}

/**
 * Reads `multipart/form-data` (contract 2.4): the `file` part is hashed and counted as it comes, a large one never held
 * in memory; every other part is a JSON-encoded value or a raw string;
 * a list may also come as one part for each element. The caller discards `file.received`.
 * @throws HttpError 413 `file_too_large` or `payload_too_large` while reading, 415 `unsupported_media_type` when it
 * cannot be parsed, 400 `invalid_request` for a repeated part, an over-long filename, or invalid text
 */
export async function readMultipart(
  storage: Pick<Storage, 'receive'>,
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
  accepted: Accepted,
): Promise<Multipart> {
  const parser = newParser(contentType)
  const reading = new PartReader(storage, parser, accepted)
  const reader = body?.getReader()
  try {
    const next = () => (reader ? reading.orFailure(readChunk(reader)) : null)
    for (let chunk = await next(); chunk; chunk = await next()) {
      if (!parser.write(chunk)) await reading.orFailure(once(parser, 'drain'))
      reading.throwIfFailed()
    }
    parser.end()
    return await reading.result()
  } catch (error) {
    parser.destroy()
    await reading.abandon()
    throw error
  } finally {
    reader?.releaseLock()
  }
}

function newParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      // A part with another name is a value, even if it was sent with a filename (`-F signers=@signers.json`).
      isPartAFile: (name) => name === 'file',
      limits: { fieldSize: BODY.maxBytes + 1, parts: BODY.maxParts + 1, fieldNameSize: 200, headerPairs: 20 },
    })
  } catch (error) {
    throw new HttpError('unsupported_media_type', 'the multipart body has no boundary', { cause: error })
  }
}

/** Collects the parser's parts; the first problem ends the reading. */
class PartReader {
  readonly #storage: Pick<Storage, 'receive'>
  readonly #parts: Record<string, unknown> = {}
  readonly #accepted: Accepted
  readonly #repeated = new Set<string>()
  readonly #failed: Promise<never>
  #fail!: (error: unknown) => void
  #failure: unknown
  #textBytes = 0
  #stream: BusboyFileStream | null = null
  #file: Promise<UploadedFile> | null = null
  readonly #finished: Promise<unknown>

  constructor(storage: Pick<Storage, 'receive'>, parser: BusboyInstance, accepted: Accepted) {
    this.#storage = storage
    this.#accepted = accepted
    this.#failed = new Promise((_, reject) => {
      this.#fail = (error) => {
        this.#failure ??= error
        reject(error)
      }
    })
    this.#failed.catch(() => {})
    this.#finished = once(parser, 'finish')
    this.#finished.catch(() => {})
    parser.on('file', (_name, stream, filename, _encoding, mediaType) => this.#onFile(stream, filename, mediaType))
    parser.on('field', (name, value, nameCut, valueCut) =>
      this.#attempt(() => this.#onText(name, value, nameCut || valueCut)),
    )
    parser.on('partsLimit', () => this.#fail(invalid('', `the body has more than ${BODY.maxParts} parts`)))
    parser.on('error', (error) => this.#fail(unparseable(error)))
  }

  async result(): Promise<Multipart> {
    await this.orFailure(this.#finished)
    const file = this.#file && (await this.orFailure(this.#file))
    this.throwIfFailed()
    return { parts: this.#listed(), file }
  }

  /** A list of one element is sent as that element alone by clients that repeat a part for each. */
  #listed(): Record<string, unknown> {
    const alone = this.#accepted.listParts.filter((name) => isAlone(this.#parts[name]))
    return { ...this.#parts, ...Object.fromEntries(alone.map((name) => [name, [this.#parts[name]]])) }
  }

  /** Waits for `work` or for the first problem. */
  orFailure<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#failed])
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Deletes a file that was already received. */
  async abandon(): Promise<void> {
    this.#fail(new Error('the multipart body was abandoned'))
    this.#stream?.destroy()
    const file = await this.#file?.catch(() => null)
    await file?.received.discard()
  }

  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fail(error)
    }
  }

  #onText(name: string | undefined, value: string, cut: boolean): void {
    this.#textBytes += Buffer.byteLength(value)
    if (cut || this.#textBytes > BODY.maxBytes) {
      throw new HttpError(
        'payload_too_large',
        `the parts besides the file are larger than ${BODY.maxBytes} bytes (1 MB)${this.#hint(name)}`,
      )
    }
    if (!name) throw invalid('', 'a part of the body has no name')
    this.#assertStorable(name, value)
    const taken = partValue(name, value, this.#accepted.jsonParts)
    if (!Object.hasOwn(this.#parts, name)) this.#parts[name] = taken
    else this.#repeat(name, taken)
  }

  /** A file in a part with another name ends here, before anything says that nobody knows the name. */
  #assertStorable(name: string, value: string): void {
    try {
      assertStorable({ [name]: value }, '')
    } catch (error) {
      const hint = error instanceof UnstorableError ? this.#hint(name) : ''
      throw hint ? invalid(name.slice(0, 200), `${(error as Error).message}${hint}`) : error
    }
  }

  /** Only a file is larger, or holds what a text cannot. */
  #hint(name: string | undefined): string {
    const known = name === undefined || this.#accepted.names.includes(name)
    return known || this.#file ? '' : didYouMean(name, ['file'])
  }

  /** A repeated part is an element of its list, and the first one was the first element. */
  #repeat(name: string, value: unknown): void {
    const first = !this.#repeated.has(name)
    const before = this.#parts[name]
    const elements = first ? [before] : (before as unknown[])
    if (!this.#accepted.listParts.includes(name) || Array.isArray(value) || (first && Array.isArray(before))) {
      throw invalid(name, `the part ${name} was sent twice`)
    }
    this.#repeated.add(name)
    this.#parts[name] = [...elements, value]
  }

  #onFile(stream: BusboyFileStream, filename: string | undefined, mediaType: string): void {
    if (this.#file || this.#failure !== undefined) {
      stream.on('error', () => {})
      stream.resume()
      if (this.#file) this.#fail(invalid('file', 'the body has two file parts; send one'))
      return
    }
    this.#stream = stream
    // The parser reports a body that ends early here, even when no one is reading the stream.
    stream.on('error', (error) => {
      this.#fail(unparseable(error))
      stream.destroy()
    })
    this.#file = this.#receive(stream, filename, mediaType)
    this.#file.catch((error) => this.#fail(error))
  }

  async #receive(stream: BusboyFileStream, filename: string | undefined, mediaType: string): Promise<UploadedFile> {
    if (filename !== undefined && [...filename].length > PDF.maxFilenameCharacters) {
      throw invalid('file', `the filename of the file part is longer than ${PDF.maxFilenameCharacters} characters`)
    }
    assertStorable({ filename: filename ?? '' }, 'file')
    // RFC 7578, 4.4: a part without a type is text/plain, so the two cannot be distinguished; its first bytes decide.
    const declared = mediaType.toLowerCase()
    if (!['application/pdf', 'application/octet-stream', 'text/plain'].includes(declared)) {
      throw new HttpError('unsupported_media_type', `the file part is ${declared.slice(0, 100)}; send application/pdf`)
    }
    const receiver = await this.#storage.receive()
    try {
      return { received: await this.#copy(stream, receiver), filename: filename ?? null, mediaType: declared }
    } catch (error) {
      this.#fail(error)
      await receiver.abort()
      throw error
    }
  }

  async #copy(stream: BusboyFileStream, receiver: Receiver): Promise<ReceivedFile> {
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > PDF.maxBytes) {
        throw new HttpError('file_too_large', `the PDF is larger than ${PDF.maxBytes} bytes (25 MB)`)
      }
      this.throwIfFailed()
      await receiver.write(chunk)
    }
    return receiver.finish()
  }
}

function unparseable(cause: unknown): HttpError {
  return new HttpError('unsupported_media_type', 'the multipart body cannot be parsed', { cause })
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('invalid_request', message, { meta: { path } })
}

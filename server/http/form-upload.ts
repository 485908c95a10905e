import { once } from 'node:events'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { ReceivedFile, Storage } from '../storage/index.ts'
import { readChunk } from './chunks.ts'
import { HttpError } from './errors.ts'
import { assertStorable } from './json.ts'

/** A file that a form sent: on disk, since the framework holds all of a form in memory, several times over. */
export interface FormFile {
  /** Of its field. */
  name: string
  filename: string | null
  mediaType: string | null
  /** The caller discards it. */
  file: ReceivedFile
}

export interface FormUpload {
  /** By the name of the field, each as often as it was sent. */
  texts: Map<string, string[]>
  /** Those that were chosen, also empty ones, in their order. */
  files: FormFile[]
}

/** What a form may have at most. */
export interface FormLimits {
  /** All of it. */
  bytes: number
  /** What is held in memory: the texts together. */
  textBytes: number
}

const MAX_PARTS = 200

/** The texts of a form are too large, whatever its files are. */
export class TextsTooLarge extends HttpError {
  constructor(bytes: number) {
    super('payload_too_large', `the texts of the form are larger than ${bytes} bytes`)
  }
}

/**
 * Reads a form of a browser with its files (RFC 7578): the files are hashed and counted as they come, and large ones
 * never held in memory.
 * @throws TextsTooLarge; HttpError 413 `payload_too_large` while reading, 415 `unsupported_media_type` when it cannot be parsed, 400
 *   `invalid_request` for text that cannot be stored, too many parts, or a body that ends early; nothing is left on disk
 */
export async function readFormUpload(
  storage: Pick<Storage, 'receive'>,
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
  limits: FormLimits,
): Promise<FormUpload> {
  const parser = newParser(contentType, limits)
  const texts = new Map<string, string[]>()
  const receiving: Promise<FormFile>[] = []
  const streams: BusboyFileStream[] = []
  let fail!: (error: unknown) => void
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => {})
  const finished = once(parser, 'finish')
  finished.catch(() => {})
  const orFailure = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed])
  let textBytes = 0

  parser.on('error', (error) => fail(unparseable(error)))
  parser.on('partsLimit', () => fail(invalid(`the form has more than ${MAX_PARTS} parts`)))
  parser.on('field', (name = '', value, _nameCut, valueCut) => {
    textBytes += Buffer.byteLength(value)
    if (valueCut || textBytes > limits.textBytes) return fail(new TextsTooLarge(limits.textBytes))
    texts.set(name, [...(texts.get(name) ?? []), value])
  })
  parser.on('file', (name = '', stream, filename, _encoding, mediaType) => {
    // A body that ends early is reported here, even while nobody reads the stream.
    stream.on('error', (error) => fail(unparseable(error)))
    streams.push(stream)
    const work = receiveFile(storage, stream).then((file) => ({
      ...{ name, file },
      filename: filename || null,
      mediaType: mediaType || null,
    }))
    work.catch((error) => fail(error))
    receiving.push(work)
  })

  const reader = body?.getReader()
  try {
    let size = 0
    const next = () => (reader ? orFailure(readChunk(reader)) : null)
    for (let chunk = await next(); chunk; chunk = await next()) {
      size += chunk.length
      if (size > limits.bytes) throw tooLarge(limits.bytes)
      if (!parser.write(chunk)) await orFailure(once(parser, 'drain'))
    }
    parser.end()
    await orFailure(finished)
    const files = await orFailure(Promise.all(receiving))
    assertStorable([...texts, ...files.map(({ filename }) => filename)], '')
    // A file field without a file is sent as an empty one without a name.
    const isChosen = ({ file, filename }: FormFile) => file.size > 0 || filename !== null
    for (const each of files) if (!isChosen(each)) await each.file.discard()
    return { texts, files: files.filter(isChosen) }
  } catch (error) {
    parser.destroy()
    for (const stream of streams) stream.destroy()
    for (const one of await Promise.allSettled(receiving))
      if (one.status === 'fulfilled') await one.value.file.discard()
    throw error
  } finally {
    reader?.releaseLock()
  }
}

function newParser(contentType: string, { textBytes }: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { fieldSize: textBytes + 1, parts: MAX_PARTS, fieldNameSize: 200, headerPairs: 20 },
    })
  } catch (error) {
    throw unparseable(error)
  }
}

async function receiveFile(storage: Pick<Storage, 'receive'>, stream: BusboyFileStream): Promise<ReceivedFile> {
  const receiver = await storage.receive()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) await receiver.write(chunk)
    // Destroyed, the stream may end without an error.
    if (!stream.readableEnded) throw invalid('the form ended early')
    return await receiver.finish()
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

const tooLarge = (bytes: number) => new HttpError('payload_too_large', `the form is larger than ${bytes} bytes`)
const invalid = (message: string) => new HttpError('invalid_request', message)
export const unparseable = (cause: unknown) =>
  new HttpError('unsupported_media_type', 'the form cannot be parsed', { cause })

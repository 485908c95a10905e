import type { Readable } from 'node:stream'
import { OutboundError, outboundError } from './errors.ts'

/** Reads the wanted part of a body. The status has already arrived, so a body that never ends is not a failure. */
export async function readAtMost(body: Readable, maxBytes: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(body)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { body: Buffer.concat(chunks), truncated: true }
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes }
}

/** The chunks of a body as they arrive; throws OutboundError when the connection breaks. */
export async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  body.on('error', ignore)
  try {
    for await (const chunk of body) yield chunk as Uint8Array
  } catch (error) {
    throw outboundError(error)
  }
}

/** Drops the connection instead of reading an unwanted body. */
export function discard(body: Readable): void {
  body.on('error', ignore).destroy()
}

/** Destroying a body emits an error on its stream, which is expected. */
function ignore(): void {}

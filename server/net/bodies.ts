import type { Readable } from 'node:stream'
import { OutboundError, outboundError } from './errors.ts'

/** Reads what is wanted of a body. The status has been answered, so an end that never comes is no failure. */
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

/** The pieces of a body as they come; throws OutboundError when it breaks off. */
export async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  body.on('error', ignore)
  try {
    for await (const chunk of body) yield chunk as Uint8Array
  } catch (error) {
    throw outboundError(error)
  }
}

/** Drops the connection instead of reading a body that nobody wants. */
export function discard(body: Readable): void {
  body.on('error', ignore).destroy()
}

/** Our own dropping of a body is reported as an error of the stream; nobody is left to hear it. */
function ignore(): void {}

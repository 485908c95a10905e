import { HttpError } from './errors.ts'

/**
 * The next chunk of a body, null at its end. Readers are released and never cancelled: cancelling would close the
 * connection before the caller has read the response.
 * @throws HttpError 400 `invalid_request` when the caller disconnects
 */
export async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { done, value } = await reader.read()
    return done ? null : value
  } catch (cause) {
    throw new HttpError('invalid_request', 'the body ended early', { cause })
  }
}

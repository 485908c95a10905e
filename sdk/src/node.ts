import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { access, constants, open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { IntegrityError } from './errors.ts'

/**
 * A file on disk for an upload; read as it is sent.
 * @throws the system's error (`ENOENT`, `EACCES`) when it cannot be read
 */
export async function fromPath(path: string): Promise<File> {
  await access(path, constants.R_OK)
  return new File([await openAsBlob(path)], basename(path), { type: 'application/pdf' })
}

export interface Saved {
  path: string
  /** Size in bytes. */
  length: number
  /** Lowercase hex, over exactly the bytes of the file. */
  sha256: string
}

/**
 * Writes a download to `path`, atomically: the file is complete or does not exist.
 * @param sha256 the expected hash, as in `document.completed` and `signedSha256`. The hash that the server sends
 *   (`Repr-Digest`, RFC 9530) is always checked when present
 * @throws IntegrityError when a hash differs; nothing is left at `path` then
 */
export async function saveTo(
  path: string,
  response: Response,
  { sha256: expected }: { sha256?: string } = {},
): Promise<Saved> {
  if (!response.body) throw new TypeError('the response has no body to save')
  const part = `${path}.${randomUUID()}.part`
  // Opened before anything can fail, so that it is not created after its removal.
  const file = await open(part, 'wx')
  const hash = createHash('sha256')
  let length = 0
  const measure = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      length += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
      measure,
      file.createWriteStream({ flush: true }),
    )
    const sha256 = hash.digest('hex')
    for (const wanted of [expected, response.status === 200 ? sentDigest(response.headers) : undefined]) {
      if (wanted !== undefined && wanted !== sha256) {
        throw new IntegrityError(`the ${length} bytes received have the hash ${sha256}, not ${wanted}`)
      }
    }
    await rename(part, path)
    return { path, length, sha256 }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The SHA-256 of `Repr-Digest` in hex. */
function sentDigest(headers: Headers): string | undefined {
  const base64 = /\bsha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1]
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex')
}

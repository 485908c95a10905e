import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { silenceS3NodeWarning } from '../config.ts'
import { allEnded } from './all-ended.ts'
import {
  type BlobSource,
  type BlobStore,
  type ByteRange,
  type ChunkHashes,
  isKey,
  requireKey,
  requirePrefix,
  StorageError,
  type StoredBlob,
} from './blob-store.ts'
import { bytesOf, hashingChunks } from './chunks.ts'
import { receiving } from './receive.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Three attempts that get no answer then end before the proxy in front gives up its caller. */
const IDLE_TIMEOUT_MS = 15_000
const ATTEMPTS = 3
const FIRST_WAIT_MS = 200
/** A request that waits for one of them counts as one that cannot connect; each slow download holds one. */
const MAX_SOCKETS = 1_000

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

interface S3Location {
  bucket: string
  prefix: string
  region: string
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * Blobs in S3 or a compatible store. The SHA-256 of every upload is in its signature, so that the store verifies it. It is
 * a header as well, and `If-None-Match: *` keeps a blob from being overwritten, unless the store knows neither, as that of
 * Backblaze: a key always has the same content. No setting says which kind a store is, because its answer does.
 *
 * What fails for a moment is repeated, and a blob whose bytes stop is read on from there. A blob is stored by one request,
 * of 26 MB at most: parts would have to be put together, and be deleted where nobody does.
 * @param url `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…`. Without a host: AWS. Without KEY:SECRET: the
 * machine's own credentials. `&tls=0` uses plain http (a store on the same machine)
 * @param tmp folder for local copies that are not small
 * @param idleTimeoutMs without a byte in either direction, after which a request has failed
 */
export async function openS3Store(url: string, tmp: string, idleTimeoutMs = IDLE_TIMEOUT_MS): Promise<BlobStore> {
  const location = parseS3Url(url)
  silenceS3NodeWarning()
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: location.region,
    endpoint: location.endpoint,
    credentials: location.credentials,
    forcePathStyle: location.endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    // By default it prints to the console that it does not repeat a stream.
    logger: SILENT,
    // The checksum is ours; the SDK's own would need chunked encoding, which not every store accepts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      // Not `requestTimeout`, which only warns, and is over once the answer begins.
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
  const receive = receiving(tmp)
  /** Whether the store has refused the headers that not every one knows. */
  let isPlain = false
  const at = (key: string) => ({ Bucket: location.bucket, Key: location.prefix + requireKey(key) })

  async function* read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    let { start, end } = range ?? { start: 0, end: null }
    for (let attempt = 1; ; attempt++) {
      const Range = end === null ? undefined : `bytes=${start}-${end}`
      const { Body, ContentLength } = await translating(client.send(new s3.GetObjectCommand({ ...at(key), Range })))
      if (!Body) throw new StorageError('failed', 'The store responded without a body')
      if (ContentLength !== undefined) end ??= start + ContentLength - 1
      try {
        // In Node the body is the socket's own stream; leaving the loop early destroys it.
        for await (const bytes of Body as Readable) {
          start += (bytes as Uint8Array).length
          yield bytes as Uint8Array
        }
        return
      } catch (cause) {
        if (attempt === ATTEMPTS || end === null || start > end) throw failure(cause)
      }
    }
  }

  async function* list(prefix: string): AsyncGenerator<StoredBlob> {
    let ContinuationToken: string | undefined
    do {
      const page = await translating(
        client.send(
          new s3.ListObjectsV2Command({ Bucket: location.bucket, Prefix: location.prefix + prefix, ContinuationToken }),
        ),
      )
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key?.slice(location.prefix.length)
        if (key && isKey(key) && LastModified) yield { key, modifiedAt: LastModified }
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  async function put(key: string, source: BlobSource): Promise<ChunkHashes> {
    const { hash, size, chunks } = await measure(source)
    const upload = (plain: boolean) =>
      repeated(() => {
        const command = new s3.PutObjectCommand({
          ...at(key),
          // The SDK repeats no stream, so that nothing is repeated twice.
          Body: 'bytes' in source ? Readable.from([source.bytes]) : createReadStream(source.path),
          ContentLength: size,
          ...(!plain && { ChecksumSHA256: hash.toString('base64'), IfNoneMatch: '*' }),
        })
        signPayload(command, hash.toString('hex'))
        return client.send(command)
      })
    const wasPlain = isPlain
    await upload(wasPlain)
      .catch((cause: unknown) => {
        if (wasPlain || !isUnknownHeader(cause)) throw cause
        isPlain = true
        return upload(true)
      })
      .catch((cause: unknown) => {
        // 412: it already exists, and a key always has the same content.
        if (httpStatus(cause) !== 412) throw failure(cause)
      })
    return chunks
  }

  return {
    put,
    putAll: (blobs) => allEnded(blobs.map(({ key, source }) => put(key, source))),

    async size(key) {
      const { ContentLength } = await translating(client.send(new s3.HeadObjectCommand(at(key))))
      if (ContentLength === undefined) throw new StorageError('failed', 'The store responded without a length')
      return ContentLength
    },

    stream: read,

    async localFile(key) {
      const receiver = await receive()
      try {
        for await (const bytes of read(key)) await receiver.write(bytes)
        const file = await receiver.finish()
        return { source: file.source, release: file.discard }
      } catch (error) {
        await receiver.abort()
        throw error instanceof StorageError ? error : failure(error)
      }
    },

    async delete(key) {
      const { DeleteMarker } = await translating(client.send(new s3.DeleteObjectCommand(at(key))))
      return DeleteMarker === true
    },

    list: (prefix = '') => list(requirePrefix(prefix)),

    async check() {
      // Not HEAD, whose answer has no body to say why.
      const command = new s3.ListObjectsV2Command({ Bucket: location.bucket, Prefix: location.prefix, MaxKeys: 1 })
      return client.send(command).then(
        () => null,
        (error: unknown) => `bucket ${location.bucket} cannot be used: ${explain(error)}`,
      )
    },

    close: async () => client.destroy(),
  }
}

function parseS3Url(url: string): S3Location {
  const parsed = new URL(url)
  const [bucket, ...prefix] = parsed.pathname.split('/').filter(Boolean)
  if (!bucket) throw new Error('An s3: URL needs a bucket, as in s3://KEY:SECRET@host/bucket?region=eu-central-1')
  return {
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    endpoint: parsed.host ? `${parsed.searchParams.get('tls') === '0' ? 'http' : 'https'}://${parsed.host}` : undefined,
    credentials: parsed.username
      ? {
          accessKeyId: decodeURIComponent(parsed.username),
          secretAccessKey: decodeURIComponent(parsed.password),
        }
      : undefined,
  }
}

async function measure(source: BlobSource): Promise<{ hash: Buffer; size: number; chunks: ChunkHashes }> {
  const hash = createHash('sha256')
  const { stream, hashes } = hashingChunks(bytesOf(source))
  let size = 0
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (cause) {
    throw failure(cause)
  }
  return { hash: hash.digest(), size, chunks: hashes() }
}

/** The signature then covers the body even over plain http, and the SDK need not read a stream twice to hash it. */
function signPayload(
  command: InstanceType<typeof import('@aws-sdk/client-s3')['PutObjectCommand']>,
  sha256: string,
): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'signPayload' },
  )
}

function translating<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    if (httpStatus(cause) === 404) throw new StorageError('missing', 'There is no such blob', { cause: cause as Error })
    // Moved to an archive by a rule of the bucket.
    if (describe(cause) === 'InvalidObjectState')
      throw new StorageError('unreadable', 'The blob is archived and cannot be read', { cause })
    throw failure(cause)
  })
}

/** Each time with a new stream. A put that was stored, and whose answer was lost, is then refused as one that exists. */
async function repeated<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (cause) {
      if (attempt === ATTEMPTS || !isTemporary(cause)) throw cause
      await delay(Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1))
    }
  }
}

/** A broken connection has no status; 409 is another put of the same key at the same time. */
function isTemporary(error: unknown): boolean {
  const status = httpStatus(error)
  return status === undefined || status === 409 || status === 429 || (status >= 500 && status !== 501)
}

/** As Backblaze refuses a header: one with 400 and its name, the other with 501. */
function isUnknownHeader(error: unknown): boolean {
  if (httpStatus(error) === 501) return true
  return httpStatus(error) === 400 && error instanceof Error && /unsupported header/i.test(error.message)
}

function httpStatus(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** The store's own code (`NoSuchBucket`), or that of the connection (`ECONNREFUSED`, a TLS error). */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && httpStatus(error) === undefined ? code : error.name
}

/** For the operator: the code, and where it comes from if the code does not say that. */
function explain(error: unknown): string {
  const code = describe(error)
  if (httpStatus(error) === 403) return `access denied (${code}): the key, its secret, or a policy`
  if (httpStatus(error) === undefined && TLS.test(code))
    return `TLS: ${code}; the certificate is not trusted, or the endpoint speaks plain http (tls=0)`
  return code
}

const TLS = /^(EPROTO|ERR_SSL_.+|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/

function failure(cause: unknown): StorageError {
  return new StorageError('failed', `The object store failed (${describe(cause)})`, { cause })
}

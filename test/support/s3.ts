import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3StandIn {
  /** For `STORAGE_EU_URL`. */
  url: string
  objects: Map<string, Buffer>
  /** The methods of the requests so far. */
  methods: string[]
  /** The reported time of an object's upload, instead of now. */
  modified: Map<string, Date>
  /** Objects that DELETE is refused for. */
  undeletable: Set<string>
  behaviour: {
    /** Refuses headers of PUT that Backblaze does not know, in its words. */
    isPlain: boolean
    /** Keeps what is deleted as an older version, and says so. */
    keepsVersions: boolean
    /** Stops answering, before or within the body, and keeps the connection open. */
    stalls: 'before' | 'within' | null
    /** Breaks the connection of so many next requests: within the body of an answer, or when it has done what was asked. */
    breaks: number
  }
  /** Answers the next requests with this status, all or so many; null: normal again. */
  fail(status: number | null, times?: number): void
  close(): Promise<void>
}

const PAGE_KEYS = 2

/**
 * As much of S3 as the store relies on: PUT with `If-None-Match` and a verified SHA-256, GET with Range, DELETE,
 * ListObjectsV2 in pages of two. Refuses what is not signed (the signature itself is the SDK's business).
 */
export async function startS3(bucket = 'blobs'): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>()
  const methods: string[] = []
  const modified = new Map<string, Date>()
  const undeletable = new Set<string>()
  let failing: number | null = null
  let failures = 0
  const behaviour: S3StandIn['behaviour'] = { isPlain: false, keepsVersions: false, stalls: null, breaks: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      methods.push(request.method ?? '')
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
      const key = decodeURIComponent(pathname.slice(1))
      const answer = (status: number, body: Buffer | string = '') => {
        response.setHeader('Content-Length', body.length)
        if (behaviour.breaks === 0) return response.writeHead(status).end(body)
        behaviour.breaks--
        if (body.length === 0) return request.socket.destroy()
        const half = body.slice(0, body.length / 2)
        return response.writeHead(status).write(half, () => request.socket.destroy())
      }
      const refuse = (status: number, code: string, message = '') =>
        response
          .writeHead(status, { 'Content-Type': 'application/xml' })
          .end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
      if (behaviour.stalls === 'before') return
      if (failing && failures-- > 0) return refuse(failing, 'InternalError')
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/'))
        return refuse(403, 'AccessDenied')
      if (key.split('/')[0] !== bucket) return refuse(404, 'NoSuchBucket')
      if (searchParams.get('list-type') === '2') return answer(200, page(searchParams))
      const object = objects.get(key)
      if (request.method === 'PUT') {
        const body = Buffer.concat(chunks)
        const hash = createHash('sha256').update(body)
        const hex = hash.copy().digest('hex')
        if (request.headers['x-amz-content-sha256'] !== hex) return refuse(400, 'XAmzContentSHA256Mismatch')
        const checksum = request.headers['x-amz-checksum-sha256']
        if (behaviour.isPlain) {
          const unsupported = "Unsupported header 'x-amz-checksum-sha256' received for this API call."
          if (checksum !== undefined) return refuse(400, 'InvalidArgument', unsupported)
          if (request.headers['if-none-match'] !== undefined) return refuse(501, 'NotImplemented')
        } else if (checksum !== hash.digest('base64')) return refuse(400, 'BadDigest')
        if (object && request.headers['if-none-match'] === '*') return refuse(412, 'PreconditionFailed')
        objects.set(key, body)
        return answer(200)
      }
      if (request.method === 'DELETE') {
        if (undeletable.has(key)) return refuse(403, 'AccessDenied')
        objects.delete(key)
        modified.delete(key)
        if (behaviour.keepsVersions) response.setHeader('x-amz-delete-marker', 'true')
        return answer(204)
      }
      if (!object) return refuse(404, 'NoSuchKey')
      if (request.method === 'HEAD') return response.writeHead(200, { 'Content-Length': object.length }).end()
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const asked = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object
      if (behaviour.stalls === 'within') {
        response.writeHead(200, { 'Content-Length': asked.length }).write(asked.subarray(0, 1))
        return
      }
      return answer(range ? 206 : 200, asked)
    })
  })
  function page(query: URLSearchParams): string {
    const from = `${bucket}/${query.get('prefix') ?? ''}`
    const after = query.get('continuation-token') ?? ''
    const left = [...objects.keys()].filter((key) => key.startsWith(from) && key > after).sort()
    const entries = left.slice(0, PAGE_KEYS).map((key) => {
      const time = (modified.get(key) ?? new Date()).toISOString()
      return `<Contents><Key>${key.slice(bucket.length + 1)}</Key><LastModified>${time}</LastModified></Contents>`
    })
    const more = left.length > PAGE_KEYS
    const next = more ? `<NextContinuationToken>${left[PAGE_KEYS - 1]}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://KEY:SE%2FCRET@127.0.0.1:${port}/${bucket}/eu?region=eu-central-1&tls=0`,
    objects,
    methods,
    modified,
    undeletable,
    behaviour,
    fail(status, times = Number.POSITIVE_INFINITY) {
      failing = status
      failures = times
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

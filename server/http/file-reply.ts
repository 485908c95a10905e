import type { ByteRange, StoredFile } from '../domain/documents/read-files.ts'
import { printable } from '../domain/sending/file-name.ts'

/** The conditional and range headers of a request for a file (RFC 9110, 13 and 14). */
export interface FileRequest {
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
}

export type FilePart =
  | { status: 200 | 206; headers: Record<string, string>; body(): Promise<ReadableStream<Uint8Array>> }
  | { status: 304 | 416; headers: Record<string, string> }

/** The part of the file that was requested. At most one range; a malformed header counts as absent. */
export function selectPart(
  file: StoredFile,
  request: FileRequest,
  type: 'attachment' | 'inline' = 'attachment',
): FilePart {
  const etag = `"${file.sha256}"`
  const validators = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers: validators }
  const headers = {
    ...validators,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': disposition(file.filename, type),
    'Repr-Digest': reprDigest(file.sha256),
  }
  const current = request.ifRange === undefined || request.ifRange === etag
  const range = current ? parseRange(request.range, file.length) : null
  if (range === 'unsatisfiable') return { status: 416, headers: { 'Content-Range': `bytes */${file.length}` } }
  if (range === null) {
    return {
      status: 200,
      headers: { ...headers, 'Content-Length': String(file.length) },
      body: () => file.stream(),
    }
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${file.length}`,
    },
    body: () => file.stream(range),
  }
}

/** The hash of the whole file as a header (RFC 9530). @param sha256 in hex */
export function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
}

/**
 * A file's name: plain ASCII in quotes for old clients, the whole in UTF-8 beside it (RFC 6266, RFC 8187). The package
 * `content-disposition` leaves quotes out where it can, but clients match those that were sent since the first release. A
 * name that was stored or is made of a title may hold what `printable` drops.
 */
export function disposition(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const filename = printable(name)
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === filename) return `${type}; filename="${ascii}"`
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/**
 * A single range (RFC 9110, 14.1.2); null for headers that count as absent. The package `range-parser` calls `bytes=5-3` and
 * a suffix longer than the file unsatisfiable, where the standard ignores the first and gives the whole file for the second.
 */
function parseRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const suffix = Number(match[2])
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, length - suffix), end: length - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? length - 1 : Math.min(Number(match[2]), length - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= length ? 'unsatisfiable' : { start, end }
}

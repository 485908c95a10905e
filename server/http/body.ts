import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import type { DomainError } from '../domain/errors.ts'
import { invalidMetadata, type MetadataProblem } from '../domain/metadata.ts'
import type { Operation } from '../generated/operations.ts'
import { BODY } from '../limits.ts'
import { readChunk } from './chunks.ts'
import { HttpError } from './errors.ts'
import { decodeUtf8, parseJson, UnstorableError } from './json.ts'
import { readMultipart } from './multipart.ts'
import type { Body, MediaType, State } from './state.ts'

/** Reads the body: 415 for another media type or a content coding, 413 while reading, 400 for what cannot be parsed. */
export const parseBody = (ctx: Ctx) =>
  createMiddleware<State>(async function parseBody(c, next) {
    const { body: accepted, topLevelKeys } = c.get('operation')
    if (!accepted) return next()
    const names = topLevelKeys ?? ['file', ...accepted.jsonParts]
    const body = await readBody(ctx, c.req.raw, { ...accepted, names }).catch((error: unknown) => {
      // The rest of a refused body is never read, so this connection cannot carry another request.
      c.header('Connection', 'close')
      throw ofMetadata(c.get('operation'), error) ?? error
    })
    c.set('body', body)
    try {
      await next()
    } finally {
      await body.file?.received.discard()
    }
  })

/**
 * A value that `metadata` cannot hold has its own code (contract 7), even where it never reaches validation: nested
 * beyond all limits, or a number that would be altered.
 */
function ofMetadata({ errors }: Operation, error: unknown): DomainError | null {
  if (!(error instanceof UnstorableError) || !('invalid_metadata' in errors)) return null
  const [key] = /^metadata(?:\.[^.[]+)?(?=$|[.[])/.exec(error.place) ?? []
  const code = METADATA_PROBLEMS[error.flaw]
  if (!key || !code) return null
  return invalidMetadata([{ field: error.flaw === 'depth' ? key : error.place, code, message: error.message }])
}

const METADATA_PROBLEMS: Partial<Record<UnstorableError['flaw'], MetadataProblem['code']>> = {
  number: 'value_too_long',
  depth: 'not_flat',
  key: 'key_invalid',
}

type Accepted = NonNullable<Operation['body']> & { names: readonly string[] }

async function readBody(ctx: Ctx, request: Request, accepted: Accepted): Promise<Body> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  if (encoding !== 'identity') {
    const found = `the body has Content-Encoding ${encoding.slice(0, 100)}`
    throw new HttpError('unsupported_media_type', `${found}; send it as it is`)
  }
  const contentType = request.headers.get('content-type')
  const essence = contentType?.split(';')[0]?.trim().toLowerCase()
  const mediaType = accepted.mediaTypes.find((type) => type === essence)
  if (mediaType === 'multipart/form-data') {
    const { parts, file } = await readMultipart(ctx.storage, contentType!, request.body, accepted)
    return { mediaType, data: parts, file }
  }
  if (!mediaType && (accepted.required || !isEmpty(request))) throw unsupported(accepted.mediaTypes, essence)
  const bytes = await readLimited(request, BODY.maxBytes)
  if (bytes.length === 0 && !accepted.required) return { mediaType: 'application/json', data: {}, file: null }
  return { mediaType: 'application/json', data: parseJson(decodeUtf8(bytes), 'the body'), file: null }
}

/** No body at all; such a call needs no `Content-Type` if the body is optional. */
function isEmpty(request: Request): boolean {
  return request.body === null || request.headers.get('content-length') === '0' || !hasBody(request)
}

/** A request has a body if it declares a length or chunked transfer (RFC 9112, 6). */
function hasBody(request: Request): boolean {
  return request.headers.has('content-length') || request.headers.has('transfer-encoding')
}

function unsupported(accepted: readonly MediaType[], sent: string | undefined): HttpError {
  const found = sent === undefined ? 'the body has no Content-Type' : `the body is ${sent.slice(0, 100)}`
  return new HttpError('unsupported_media_type', `${found}; send ${accepted.join(' or ')}`)
}

/** The whole body in memory. @throws HttpError 413 `payload_too_large` as soon as it is longer than `maxBytes` */
export async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  try {
    for (let chunk = await readChunk(reader); chunk; chunk = await readChunk(reader)) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } finally {
    reader.releaseLock()
  }
  return Buffer.concat(chunks)
}

/** 413 for everything except the PDF. */
function tooLarge(maxBytes: number): HttpError {
  return new HttpError('payload_too_large', `the body is larger than ${maxBytes} bytes`)
}

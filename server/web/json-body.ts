import type { Context } from 'hono'
import type { ZodType } from 'zod'
import { HttpError } from '../http/errors.ts'
import { assertParts, decodeUtf8, type Parts, parseJson } from '../http/json.ts'

/** Of a call without values of fields; the longest is the list of the pages that were displayed. */
export const FEW_PARTS: Parts = { keys: 20, values: 5_000 }

/**
 * The request's JSON body, validated against `shape`. `bodyLimit` has already limited its size.
 * @param most counted before anything is parsed
 * @throws HttpError 400 `invalid_request` with `meta.path`
 */
export async function readJson<T>(
  c: { req: Pick<Context['req'], 'arrayBuffer'> },
  shape: ZodType<T>,
  most?: Parts,
): Promise<T> {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (most) assertParts(bytes, most)
  const parsed = shape.safeParse(parseJson(decodeUtf8(bytes), 'the body'))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw new HttpError('invalid_request', `${path || 'the body'}: ${issue?.message ?? 'is not valid'}`, {
    meta: { path },
  })
}

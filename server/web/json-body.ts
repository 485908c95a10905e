import type { Context } from 'hono'
import type { ZodType } from 'zod'
import { HttpError } from '../http/errors.ts'
import { decodeUtf8, parseJson } from '../http/json.ts'

/**
 * The request's JSON body, validated against `shape`. `bodyLimit` has already limited its size.
 * @throws HttpError 400 `invalid_request` with `meta.path`
 */
export async function readJson<T>(c: { req: Pick<Context['req'], 'arrayBuffer'> }, shape: ZodType<T>): Promise<T> {
  const parsed = shape.safeParse(parseJson(decodeUtf8(new Uint8Array(await c.req.arrayBuffer())), 'the body'))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw new HttpError('invalid_request', `${path || 'the body'}: ${issue?.message ?? 'is not valid'}`, {
    meta: { path },
  })
}

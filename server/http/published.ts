import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

/** What anyone may read, and who asks does not matter: one buffer for each coding, which all responses share. */
export interface Published {
  /** SHA-256 of the content, in hex. */
  sha256: string
  headers: Record<string, string>
  /** The content in a coding, compressed when it is first asked for. */
  as(coding: Coding): Promise<Buffer>
}

const CODERS = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
  identity: async (plain: Buffer) => plain,
}

type Coding = keyof typeof CODERS

/** @param headers beside the validator and those of the coding; with `Content-Type` and `Cache-Control` */
export function publish(content: string | Buffer, headers: Published['headers']): Published {
  const plain = Buffer.from(content)
  const coded = new Map<Coding, Promise<Buffer>>()
  return {
    sha256: createHash('sha256').update(plain).digest('hex'),
    headers,
    as(coding) {
      const known = coded.get(coding) ?? CODERS[coding](plain)
      coded.set(coding, known)
      return known
    },
  }
}

/** The content in the coding that the client prefers, or 304. */
export async function sendPublished(c: Context, { sha256, headers, as }: Published): Promise<Response> {
  const coding = codingFor(c.req.header('accept-encoding'))
  const suffix = coding === 'identity' ? '' : `-${coding}`
  const validators = { Vary: 'Accept-Encoding', ...headers, ETag: `"${sha256}${suffix}"` }
  // The content is the same in every coding.
  if (c.req.header('if-none-match')?.includes(sha256)) return c.body(null, 304, validators)
  const body = (await as(coding)) as Buffer<ArrayBuffer>
  return c.body(body, 200, { ...validators, ...(suffix !== '' && { 'Content-Encoding': coding }) })
}

/** Brotli, else gzip, unless the client refuses it (RFC 9110, 12.5.3). */
function codingFor(accepted: string | undefined): Coding {
  const taken = (accepted ?? '').split(',').flatMap((entry) => {
    const [coding = '', weight = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return /^q=0(\.0*)?$/.test(weight) ? [] : [coding]
  })
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity'
}

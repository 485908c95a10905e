import { reasonOf } from '../net/reason.ts'
import type { RevocationFetch } from '../pdf/revocation.ts'
import type { Post } from '../pdf/timestamp.ts'

/** The largest CRLs of public authorities are a few megabytes; a time-stamp token is a few kilobytes. */
const MAX_BYTES = 10 << 20

interface OutgoingRequest {
  body?: Uint8Array
  contentType?: string
  signal: AbortSignal
}

/**
 * Calls the authorities the operator named (`TSA_URLS`) and the URLs in their certificates. Credentials in a URL are
 * sent as Basic authentication, which commercial time-stamping authorities require. Redirects are refused.
 */
export function createHttp(fetchFn: typeof fetch): { post: Post; get: RevocationFetch } {
  const send = async (address: string, { body, contentType, signal }: OutgoingRequest): Promise<Uint8Array> => {
    const url = new URL(address)
    const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
    if (url.username) {
      const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
      headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
      url.username = ''
      url.password = ''
    }
    const response = await fetchFn(url, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && Buffer.from(body),
      signal,
      // Only the operator decides where we connect to.
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new Error(reasonOf(cause), { cause })
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`HTTP ${response.status}`)
    }
    return readLimited(response)
  }
  return {
    post: (url, body, contentType, signal) => send(url, { body, contentType, signal }),
    get: send,
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`the response is larger than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

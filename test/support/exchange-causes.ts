import type { RecordedError } from '../../server/web/docs/recorded.ts'

/** Bytes; what is as large is larger than some bound. */
const LARGE = 1_000_000

type Cause = Pick<RecordedError, 'notes' | 'before'>
type Earlier = { request: RecordedError['request'] | undefined; status: number }

/** The allowlists of the keys that this process made. */
const allowlists = new Map<string, string[]>()
/** The last call that succeeded with each idempotency key: another one with that key has to be equal. */
const claims = new Map<string, Earlier>()

/** Remembers the addresses that a key may be used from: the calls do not show them. */
export function rememberAllowlist(key: string, addresses: string[]): void {
  if (addresses.length > 0) allowlists.set(key, addresses)
}

/** Remembers a call that claimed an idempotency key. */
export function rememberCall(url: URL, init: RequestInit = {}, read: () => Earlier): void {
  const claim = claimOf(url, init)
  if (claim) claims.set(claim, read())
}

/** What led to an error and cannot be seen in the call that got it. */
export function causeOf(code: string, url: URL, init: RequestInit = {}): Cause {
  const key = authorizationOf(init).replace(/^Bearer /, '')
  const allowed = allowlists.get(key)
  if (code === 'ip_not_allowed' && allowed) return { notes: [`This key may be used from ${allowed.join(', ')} only.`] }
  const { request, status } = claims.get(claimOf(url, init) ?? '') ?? {}
  if (code === 'idempotency_key_reuse' && request && status) return { before: { request, status } }
  if (code !== 'payload_too_large' || !(init.body instanceof FormData)) return {}
  const notes = [...init.body].flatMap(([name, value]) => {
    const size = typeof value === 'string' ? Buffer.byteLength(value) : value.size
    return size < LARGE ? [] : [`The part \`${name}\` has ${size.toLocaleString('en')} bytes.`]
  })
  return notes.length > 0 ? { notes } : {}
}

function claimOf({ origin, pathname }: URL, init: RequestInit): string | undefined {
  const name = new Headers(init.headers).get('Idempotency-Key')
  return name ? [origin, init.method, pathname, authorizationOf(init), name].join(' ') : undefined
}

const authorizationOf = (init: RequestInit): string => new Headers(init.headers).get('Authorization') ?? ''

import type { Config } from '../../../config.ts'
import { DomainError } from '../../errors.ts'

/** Why an origin is refused (decision 0044). */
export type OriginReason = 'scheme' | 'host' | 'credentials' | 'wildcard' | 'path' | 'query' | 'fragment'

/**
 * A host name or address as the URL parser writes it. The parser accepts more (`;` and `'`, for example), but an origin
 * becomes part of its frame's Content-Security-Policy.
 */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/**
 * A page of the integrator's own machine. Not `[::1]`: no source of `frame-ancestors` matches an IPv6 address, so no
 * browser would show the frame.
 */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?![^:/?#\\])/i

/** Which pages may show a frame without a session: there is nothing to see in it. */
export const anyEmbedOrigin = ({ mode }: Pick<Config, 'mode'>): string =>
  mode === 'development' ? 'https: http://localhost:* http://127.0.0.1:*' : 'https:'

const RULE = 'must be a plain https origin such as https://app.example.com'

/**
 * A plain https origin: no path, query, fragment, credentials or wildcard (contract 4.14). Upper case, port 443 and
 * names in other scripts are normalized as browsers do, so that they compare equal.
 * @throws DomainError `invalid_origin` with `meta.reason`
 */
export function plainOrigin(text: string): string {
  if (!/^https:\/\//i.test(text)) throw refused('scheme')
  return normalized(text)
}

/**
 * The origin of a page that shows a frame: a plain https origin, in development also one of this machine over http
 * (decision 0044).
 * @throws DomainError `invalid_origin` with `meta.reason`
 */
export function embedOrigin({ mode }: Pick<Config, 'mode'>, text: string): string {
  return mode === 'development' && LOCAL.test(text) ? normalized(text) : plainOrigin(text)
}

function normalized(text: string): string {
  const reason = fault(text)
  if (reason) throw refused(reason)
  return new URL(text).origin
}

function refused(reason: OriginReason): DomainError {
  return new DomainError('invalid_origin', `origin ${RULE}`, { meta: { reason } })
}

/** What is wrong with it, the scheme aside. */
function fault(text: string): OriginReason | null {
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(text) ?? []
  if (rest.startsWith('?')) return 'query'
  if (rest.startsWith('#')) return 'fragment'
  if (rest !== '') return 'path'
  if (authority.includes('@')) return 'credentials'
  if (authority.includes('*')) return 'wildcard'
  // The parser would silently drop white space and control characters.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'host'
  return HOST.test(new URL(text).hostname) ? null : 'host'
}

import { DomainError } from '../../errors.ts'

/** Why an origin is refused (decision 0044). */
export type OriginReason = 'scheme' | 'host' | 'credentials' | 'wildcard' | 'path' | 'query' | 'fragment'

/**
 * A host name or address as the URL parser writes it. The parser accepts more (`;` and `'`, for example), but an origin
 * becomes part of its frame's Content-Security-Policy.
 */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

const RULE = 'must be a plain https origin such as https://app.example.com'

/**
 * A plain https origin: no path, query, fragment, credentials or wildcard (contract 4.14). Upper case, port 443 and
 * names in other scripts are normalized as browsers do, so that they compare equal.
 * @throws DomainError `invalid_origin` with `meta.reason`
 */
export function plainOrigin(text: string): string {
  const reason = fault(text)
  if (reason) throw new DomainError('invalid_origin', `origin ${RULE}`, { meta: { reason } })
  return new URL(text).origin
}

function fault(text: string): OriginReason | null {
  if (!/^https:\/\//i.test(text)) return 'scheme'
  const [, authority = '', rest = ''] = /^https:\/\/([^/?#\\]*)(.*)$/is.exec(text) ?? []
  if (rest.startsWith('?')) return 'query'
  if (rest.startsWith('#')) return 'fragment'
  if (rest !== '') return 'path'
  if (authority.includes('@')) return 'credentials'
  if (authority.includes('*')) return 'wildcard'
  // The parser would silently drop white space and control characters.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'host'
  return HOST.test(new URL(text).hostname) ? null : 'host'
}

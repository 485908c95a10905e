/**
 * The canonical form of a URL, equal for all its spellings: lower-case scheme and host, no default port, no dot at the
 * end of the host name. Path and query are the receiver's and stay unchanged; a fragment is never sent. Hooks are
 * compared by it, and deliver to the URL as registered.
 */
export function canonicalUrl(url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  return `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${pathname}${search}`
}

/**
 * The address that two spellings share: scheme and host without case, no default port, no dot at the end of the host's
 * name. Path and query are the receiver's and stay as they are; a fragment is never sent. Hooks are compared by it, and
 * deliver to what was registered.
 */
export function canonicalUrl(url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  return `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${pathname}${search}`
}

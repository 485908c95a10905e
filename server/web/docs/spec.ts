import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOME } from '../../home.ts'
import { resolveRef, type Spec } from '../../openapi.ts'
import { asMeant } from '../../openapi-published.ts'

const FILE = join(HOME, 'spec/openapi.json')
/** The address that the spec and the guides write for a server; pages show their own server's. */
const SITE = 'https://sign.example.com'

/** The addresses of this server, in place of those written in the spec and the guides. */
export interface ServerAddresses {
  /** Without a slash at the end. */
  publicUrl: string
  /** With `/v1`. */
  apiUrl: string
}

export function withAddresses(text: string, { publicUrl, apiUrl }: ServerAddresses): string {
  return text.replaceAll(`${SITE}/v1`, apiUrl).replaceAll(SITE, publicUrl)
}

/** The spec as the server takes it, with the addresses of this server. */
export function loadSpec(addresses: ServerAddresses): Spec {
  return asMeant(JSON.parse(withAddresses(readFileSync(FILE, 'utf8'), addresses)) as Spec)
}

/** `Signing requests` is shown at `/docs/api/signing-requests`. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** What a reference leads to, together with what stands beside the reference. */
export function merged<T extends { $ref?: string }>(spec: Spec, node: T): T {
  const { $ref: _, ...beside } = node
  return { ...resolveRef(spec, node), ...beside }
}

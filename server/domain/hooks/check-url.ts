import type { Ctx } from '../../context.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'

/** A developer who starts their first server gives their own machine, and the operator is often the same person. */
const PLAIN_HTTP =
  'To its own machine a server in development sends plain http: see its settings OUTBOUND_ALLOW_HTTP, OUTBOUND_ALLOW_CIDRS and MODE'

/** @param name the key that holds the URL */
export function notPublicMessage(name: string): string {
  return `${name} must be, or resolve to, a public address. OUTBOUND_ALLOW_CIDRS, a setting of the server, lists the private networks that it may reach`
}

/**
 * Refuses a URL that could never be delivered to, before anything is created (contract 4.4).
 * @param name the key that holds the URL, for the message
 * @throws DomainError `invalid_request`, `https_required` or `url_not_public`
 */
export async function checkHookUrl(
  ctx: Pick<Ctx, 'outbound'>,
  name: 'callback_url' | 'target_url',
  url: string,
): Promise<void> {
  switch (await ctx.outbound.checkUrl(url)) {
    case 'ok':
      return
    case 'not_a_url':
      throw invalid(
        name,
        `${name} must be a URL of at most 2,048 characters, without white space, with a port from 1 to 65535 if any`,
      )
    case 'has_credentials':
      throw invalid(name, `${name} must have no user or password: each delivery is signed, which proves more`)
    case 'https_required':
      throw new DomainError('https_required', `${name} must be https. ${PLAIN_HTTP}`)
    case 'url_not_public':
      throw new DomainError('url_not_public', notPublicMessage(name))
  }
}

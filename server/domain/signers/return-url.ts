import type { Ctx } from '../../context.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import type { ActorOf } from '../may.ts'

export interface GivenUrl {
  /** Its place in the body. */
  path: string
  url: string
}

/**
 * Checks where signers may go on at the end (decision 0023): https, and an origin registered on the caller's key, so that
 * a stolen or careless key cannot make our pages send people anywhere. A person in the dashboard has no such list.
 * @throws DomainError `invalid_request` for no URL, `return_url_not_allowed`
 */
export async function assertReturnUrls(
  ctx: Pick<Ctx, 'db'>,
  actor: ActorOf<'reassignSigningRequest'>,
  urls: GivenUrl[],
): Promise<void> {
  if (urls.length === 0) return
  const allowed = actor.kind === 'apiKey' ? await registeredOrigins(ctx, actor.keyId) : []
  for (const { path, url } of urls) {
    if (!URL.canParse(url)) throw invalid(path, `${path} must be an https URL`)
    const { protocol, username, password, origin } = new URL(url)
    if (protocol === 'https:' && username === '' && password === '' && allowed.includes(origin)) continue
    const message =
      protocol === 'https:' && username === '' && password === ''
        ? `${path} must have an origin that is registered on this key; ${origin} is not`
        : `${path} must be an https URL without credentials`
    throw new DomainError('return_url_not_allowed', message, { meta: { path, origin, allowed } })
  }
}

async function registeredOrigins({ db }: Pick<Ctx, 'db'>, keyId: string): Promise<string[]> {
  const key = await db.selectFrom('api_keys').select('return_origins').where('id', '=', keyId).executeTakeFirstOrThrow()
  return key.return_origins
}

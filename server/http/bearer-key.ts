import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import type { ApiKeyActor } from '../domain/actor.ts'
import { type ApiKey, findKey } from '../domain/records/calls/keys.ts'
import type { State } from './state.ts'

/**
 * The key of `Authorization: Bearer <key>` (contract 5), or null without one that is known.
 * @param scopes as of `findKey`: which keys take a token at once
 */
export async function bearerKey(
  ctx: Ctx,
  c: Context<State>,
  scopes: readonly ApiKeyActor['scope'][],
): Promise<ApiKey | null> {
  const token = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token === undefined ? null : findKey(ctx, token, scopes)
}

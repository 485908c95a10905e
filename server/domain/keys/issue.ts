import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { KeyScope } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { createKey } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isAddressOrBlock, originOrNull } from './restrictions.ts'

const NAME_CHARACTERS = 100
/** Of each list. */
const MAX_ENTRIES = 50

export interface KeyRequest {
  name: string
  scope: KeyScope
  /** Addresses or CIDR blocks; none: from anywhere. */
  allowIps: string[]
  /** The origins in which embedded sessions may be opened. */
  embedOrigins: string[]
  /** The origins that a signer's `return_url` may have. */
  returnOrigins: string[]
}

/**
 * Creates a key of the actor's workspace (contract 5.1). The key is returned once and never stored.
 * @throws DomainError `invalid_request` with the name of the field in `meta.path`
 */
export async function issueKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  request: KeyRequest,
): Promise<{ id: string; key: string }> {
  assertMay(ctx, actor, 'issueKey')
  const name = request.name.trim()
  const isPlain = name !== '' && [...name].length <= NAME_CHARACTERS && !/\p{Cc}/u.test(name)
  if (!isPlain) throw invalid('name', `Give the key a name of 1 to ${NAME_CHARACTERS} characters.`)
  const wrong = request.allowIps.find((text) => !isAddressOrBlock(text))
  if (wrong !== undefined)
    throw invalid('allow_ips', `${wrong} is neither an address nor a block such as 203.0.113.0/24.`)
  assertFew('allow_ips', request.allowIps)
  const key = {
    workspaceId: actor.workspaceId,
    name,
    scope: request.scope,
    allowIps: request.allowIps,
    embedOrigins: origins('embed_origins', request.embedOrigins),
    returnOrigins: origins('return_origins', request.returnOrigins),
  }
  return transaction(ctx.db, async (tx) => {
    const created = await createKey(ctx, tx, key)
    await recordWork(ctx, tx, actor, 'key.created', { name, id: created.id })
    return created
  })
}

function origins(path: string, texts: string[]): string[] {
  assertFew(path, texts)
  return texts.map((text) => {
    const origin = originOrNull(text)
    if (origin === null) throw invalid(path, `${text} is not a plain https origin such as https://app.example.com.`)
    return origin
  })
}

function assertFew(path: string, entries: string[]): void {
  if (entries.length > MAX_ENTRIES) throw invalid(path, `At most ${MAX_ENTRIES} entries.`)
}

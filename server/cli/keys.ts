import { parseArgs } from 'node:util'
import { isAddressOrBlock } from '../address-ranges.ts'
import { loadConfig } from '../config.ts'
import { KEY_SCOPES, type KeyScope } from '../db/schema.ts'
import { embedOriginOrNull, originOrNull } from '../domain/keys/restrictions.ts'
import { findOrCreateWorkspace } from '../domain/records/workspaces/create.ts'
import { createKey, listKeys, revokeKey } from '../domain/records/workspaces/keys.ts'
import { REGIONS, type Region } from '../regions.ts'
import { withDatabase } from './database.ts'
import { UsageError } from './usage-error.ts'

/** `countersign keys create | list | revoke` */
export async function run([verb, ...args]: string[]): Promise<void> {
  if (verb === 'create') return create(args)
  if (verb === 'list') return list(args)
  if (verb === 'revoke') return revoke(args)
  throw new UsageError('keys create --workspace NAME …, keys list, or keys revoke ID')
}

/** Only the key on stdout, so that a script can capture it; everything else on stderr. */
async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      workspace: { type: 'string' },
      region: { type: 'string' },
      name: { type: 'string', default: 'API key' },
      scope: { type: 'string', default: 'full' },
      'allow-ip': { type: 'string', multiple: true, default: [] },
      'embed-origin': { type: 'string', multiple: true, default: [] },
      'return-origin': { type: 'string', multiple: true, default: [] },
    },
  })
  const workspaceName = values.workspace?.trim()
  if (!workspaceName) throw new UsageError('--workspace NAME is required')
  const scope = values.scope
  if (!isScope(scope)) throw new UsageError(`--scope must be one of ${KEY_SCOPES.join(', ')}`)
  const region = values.region
  if (region !== undefined && !isRegion(region)) throw new UsageError(`--region must be one of ${REGIONS.join(', ')}`)
  const allowIps = values['allow-ip'].map(addressOrBlock)
  const embedOrigins = values['embed-origin'].map((text) =>
    originFor('--embed-origin', text, embedOriginOrNull(loadConfig(), text)),
  )
  const returnOrigins = values['return-origin'].map((text) => originFor('--return-origin', text, originOrNull(text)))
  await withDatabase(async (ctx) => {
    const { workspace, created } = await findOrCreateWorkspace(ctx, workspaceName, region)
    if (region && workspace.region !== region)
      throw new UsageError(`the files of ${workspace.name} are in ${workspace.region}; see workspaces set --region`)
    if (created) process.stderr.write(`Created the workspace ${workspace.name} (${workspace.id}).\n`)
    const key = { workspaceId: workspace.id, name: values.name, scope, allowIps, embedOrigins, returnOrigins }
    const { key: secret } = await createKey(ctx, ctx.db, key)
    process.stdout.write(`${secret}\n`)
  })
}

async function list(args: string[]): Promise<void> {
  parseArgs({ args })
  const keys = await withDatabase((ctx) => listKeys(ctx))
  for (const key of keys) {
    const state = key.revokedAt
      ? `revoked ${key.revokedAt.toISOString()}`
      : `used ${key.lastUsedAt?.toISOString() ?? 'never'}`
    const columns = [key.id, `${key.display}…`, key.scope, key.workspace, key.name, state]
    process.stdout.write(`${columns.join('\t')}\n`)
  }
}

async function revoke(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [id] = positionals
  if (!id) throw new UsageError('keys revoke ID (see keys list)')
  const revoked = await withDatabase((ctx) => revokeKey(ctx, ctx.db, id))
  if (!revoked) throw new UsageError(`there is no active key ${id}`)
  process.stdout.write('Revoked.\n')
}

function isRegion(text: string): text is Region {
  return REGIONS.some((region) => region === text)
}

function isScope(text: string): text is KeyScope {
  return KEY_SCOPES.some((scope) => scope === text)
}

function addressOrBlock(text: string): string {
  if (isAddressOrBlock(text)) return text
  throw new UsageError(`--allow-ip ${text} is neither an address nor a CIDR block`)
}

function originFor(option: string, text: string, origin: string | null): string {
  if (origin !== null) return origin
  throw new UsageError(`${option} ${text} is not a plain https origin such as https://app.example.com`)
}

import { isAddressOrBlock } from '../address-ranges.ts'
import { loadConfig } from '../config.ts'
import type { KeyScope } from '../db/schema.ts'
import { embedOriginOrNull, originOrNull } from '../domain/keys/restrictions.ts'
import { findOrCreateWorkspace, findWorkspace } from '../domain/records/workspaces/create.ts'
import { createKey, listKeys, revokeKey } from '../domain/records/workspaces/keys.ts'
import type { Region } from '../regions.ts'
import { withDatabase } from './database.ts'
import { CommandError, UsageError } from './errors.ts'
import { type ListForm, printList } from './lists.ts'
import { noWorkspace } from './named-workspace.ts'

export interface KeyOptions {
  workspace?: string
  /** Whether the workspace may be a new one. */
  create?: boolean
  /** Of a new workspace; one that exists has to be in it. */
  region?: Region
  name: string
  scope: KeyScope
  /** Addresses and CIDR blocks. */
  allowIp?: string[]
  embedOrigin?: string[]
  returnOrigin?: string[]
}

/** `countersign keys create`: only the key on stdout, so that a script can capture it; everything else on stderr. @param workspaceName id, short name or name */
export async function create(workspaceName: string, options: Omit<KeyOptions, 'workspace'>): Promise<void> {
  const { region, name, scope, allowIp = [], embedOrigin = [], returnOrigin = [] } = options
  const allowIps = allowIp.map(addressOrBlock)
  const embedOrigins = embedOrigin.map((text) =>
    originFor('--embed-origin', text, embedOriginOrNull(loadConfig(), text)),
  )
  const returnOrigins = returnOrigin.map((text) => originFor('--return-origin', text, originOrNull(text)))
  await withDatabase(async (ctx) => {
    if (!options.create && !(await findWorkspace(ctx.db, workspaceName)))
      throw await noWorkspace(ctx, workspaceName, 'With --create it is created.')
    const { workspace, created } = await findOrCreateWorkspace(ctx, workspaceName, region)
    if (region && workspace.region !== region)
      throw new CommandError(`the files of ${workspace.name} are in ${workspace.region}; see workspaces set --region`)
    if (created) process.stderr.write(`Created the workspace ${workspace.name} (${workspace.id}).\n`)
    const key = { workspaceId: workspace.id, name, scope, allowIps, embedOrigins, returnOrigins }
    const { key: secret } = await createKey(ctx, ctx.db, key)
    process.stdout.write(`${secret}\n`)
  })
}

/** `countersign keys list` */
export async function printKeys(form: ListForm): Promise<void> {
  const keys = await withDatabase((ctx) => listKeys(ctx))
  printList(
    keys,
    form,
    ({ id, display, scope, workspace, name, lastUsedAt, revokedAt }) => {
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : `used ${lastUsedAt?.toISOString() ?? 'never'}`
      return [id, `${display}…`, scope, workspace, name, state]
    },
    ({ id, display, scope, workspace, name, createdAt, lastUsedAt, revokedAt }) => ({
      ...{ id, display, scope, workspace, name },
      ...{ created_at: createdAt, last_used_at: lastUsedAt, revoked_at: revokedAt },
    }),
  )
}

/** `countersign keys revoke` */
export async function revoke(id: string): Promise<void> {
  const revoked = await withDatabase((ctx) => revokeKey(ctx, ctx.db, id))
  if (!revoked) throw new CommandError(`there is no active key ${id}`)
  process.stdout.write('Revoked.\n')
}

function addressOrBlock(text: string): string {
  if (isAddressOrBlock(text)) return text
  throw new UsageError(`--allow-ip ${text} is neither an address nor a CIDR block`)
}

function originFor(option: string, text: string, origin: string | null): string {
  if (origin !== null) return origin
  throw new UsageError(`${option} ${text} is not a plain https origin such as https://app.example.com`)
}

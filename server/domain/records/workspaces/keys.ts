import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { KeyScope } from '../../../db/schema.ts'
import { KEY_USE } from '../../../limits.ts'
import { isUuid } from '../../uuid.ts'
import { hashKey } from '../calls/keys.ts'

export interface NewKey {
  workspaceId: string
  name: string
  scope: KeyScope
  /** Addresses or CIDR blocks; empty: from anywhere. */
  allowIps: string[]
  /** The origins in which embedded sessions may be opened. */
  embedOrigins: string[]
  /** The origins that a signer's `return_url` may have. */
  returnOrigins?: string[]
}

export interface ListedKey {
  id: string
  workspace: string
  name: string
  /** The prefix of the key that may be shown. */
  display: string
  scope: KeyScope
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** The prefix and the first 8 of 32 hex digits: enough to distinguish keys, and 96 secret bits remain. */
const DISPLAY_CHARACTERS = 'cs_live_'.length + 8

/** Creates a key of the workspace, which starts with `cs_test_` in a sandbox. The key itself is returned once and never stored, only its SHA-256. */
export async function createKey(
  ctx: Pick<Ctx, 'clock'>,
  db: Db | Tx,
  key: NewKey,
): Promise<{ id: string; key: string }> {
  const { row, secret } = await newKey(ctx, db, key, randomUUID())
  await db.insertInto('api_keys').values(row).execute()
  return { id: row.id, key: secret }
}

/**
 * As `createKey`, for a form that was perhaps sent twice: within seconds the second time gives the same key another
 * secret, as the browser shows only the last answer. `repeated`: it did.
 */
export async function createKeyOnce(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  key: NewKey,
  id: string,
): Promise<{ id: string; key: string; repeated: boolean }> {
  const { row, secret } = await newKey(ctx, tx, key, id)
  const since = new Date(row.created_at.getTime() - KEY_USE.repeatedMs)
  const made = await tx
    .insertInto('api_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ hash: row.hash, display: row.display })
        .where('api_keys.workspace_id', '=', row.workspace_id)
        .where('api_keys.name', '=', row.name)
        .where('api_keys.scope', '=', row.scope)
        .where('api_keys.last_used_at', 'is', null)
        .where('api_keys.revoked_at', 'is', null)
        .where('api_keys.created_at', '>', since),
    )
    .returning(sql<boolean>`xmax <> 0`.as('repeated'))
    .executeTakeFirst()
  if (made) return { id, key: secret, repeated: made.repeated }
  return { ...(await createKey(ctx, tx, key)), repeated: false }
}

async function newKey({ clock }: Pick<Ctx, 'clock'>, db: Db | Tx, key: NewKey, id: string) {
  const workspace = await db
    .selectFrom('workspaces')
    .select('live_id')
    .where('id', '=', key.workspaceId)
    .executeTakeFirst()
  const secret = `cs_${workspace?.live_id ? 'test' : 'live'}_${randomBytes(16).toString('hex')}`
  const row = {
    id,
    workspace_id: key.workspaceId,
    name: key.name,
    hash: hashKey(secret),
    display: secret.slice(0, DISPLAY_CHARACTERS),
    scope: key.scope,
    allow_ips: key.allowIps,
    embed_origins: key.embedOrigins,
    return_origins: key.returnOrigins ?? [],
    created_at: clock.now(),
  }
  return { row, secret }
}

/** Every key, newest first, without the secret part. */
export async function listKeys(ctx: Pick<Ctx, 'db'>): Promise<ListedKey[]> {
  const rows = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id', 'workspaces.name as workspace', 'api_keys.name', 'display', 'scope'])
    .select(['api_keys.created_at', 'last_used_at', 'revoked_at'])
    .orderBy('api_keys.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    workspace: row.workspace,
    name: row.name,
    display: row.display,
    scope: row.scope,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }))
}

/** What the key is called; null: there is none with this id. */
export async function keyName(db: Db | Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const key = await db.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirst()
  return key?.name ?? null
}

/** From now on calls with the key get 401. False if there is no such key or it was revoked before. */
export async function revokeKey(ctx: Pick<Ctx, 'clock'>, db: Db | Tx, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

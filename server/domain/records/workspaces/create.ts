import { randomBytes, randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import type { WorkspacesTable } from '../../../db/schema.ts'
import type { Region } from '../../../regions.ts'
import { DomainError } from '../../errors.ts'
import { isUuid } from '../../uuid.ts'
import { createKey } from './keys.ts'
import type { Workspace } from './read.ts'

/** The tier of a self-hosted server; see `PLANS`. */
export const DEFAULT_TIER = 'self_hosted'

/**
 * Creates a workspace; all its files stay in its region (contract 1.9). Of two with one name, each gets its own slug.
 * @param options `more`: settings other than the default ones
 */
export async function createWorkspace(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { name, region = 'eu', more = {} }: { name: string; region?: Region; more?: Partial<Insertable<WorkspacesTable>> },
): Promise<Workspace> {
  await serialise(tx)
  return tx
    .insertInto('workspaces')
    .values({
      id: randomUUID(),
      name,
      slug: await freeSlug(tx, name),
      tier: DEFAULT_TIER,
      ...more,
      region,
      created_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The workspace that an operator names by its id, its slug or its name; null: there is none. Owners choose their names,
 * so a name counts only where one workspace alone has it.
 * @throws DomainError `invalid_request` where several have the name
 */
export async function findWorkspace(db: Ctx['db'] | Tx, name: string): Promise<Workspace | null> {
  const found = await db
    .selectFrom('workspaces')
    .selectAll()
    .where((eb) =>
      eb.or([eb('name', '=', name), eb('slug', '=', name), ...(isUuid(name) ? [eb('id', '=', name)] : [])]),
    )
    .orderBy('created_at')
    .execute()
  const exact = found.find(({ id }) => id === name) ?? found.find(({ slug }) => slug === name)
  // A sandbox may have the name of its live workspace, which is then meant.
  const live = found.filter(({ live_id }) => live_id === null)
  const named = live.length > 0 ? live : found
  if (exact || named.length <= 1) return exact ?? named[0] ?? null
  const all = named.map(({ slug, id }) => `${slug} (${id})`).join(', ')
  throw new DomainError('invalid_request', `several workspaces are called ${name}: name one by its short name: ${all}`)
}

/** The workspace with this id, short name or name, created in `region` if there is none. */
export async function findOrCreateWorkspace(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  name: string,
  region?: Region,
): Promise<{ workspace: Workspace; created: boolean }> {
  return transaction(ctx.db, async (tx) => {
    await serialise(tx)
    const found = await findWorkspace(tx, name)
    return found
      ? { workspace: found, created: false }
      : { workspace: await createWorkspace(ctx, tx, { name, region }), created: true }
  })
}

export interface FirstWorkspace {
  workspace: Workspace
  key: string
}

/** On a database without any workspace, creates the first one with one live key. Null when there is one already. */
export async function createFirstWorkspace(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<FirstWorkspace | null> {
  return transaction(ctx.db, async (tx) => {
    await serialise(tx)
    if (await tx.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) return null
    const workspace = await createWorkspace(ctx, tx, { name: 'My workspace' })
    const { key } = await createKey(ctx, tx, {
      workspaceId: workspace.id,
      name: 'First key',
      scope: 'full',
      allowIps: [],
      embedOrigins: [],
    })
    return { workspace, key }
  })
}

/** Serializes the callers until their transactions end, so that two of them do not both find nothing, or a slug free. */
async function serialise(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('countersign:workspaces'))`.execute(tx)
}

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const slug = plain || 'workspace'
  const taken = await tx.selectFrom('workspaces').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken ? `${slug}-${randomBytes(3).toString('hex')}` : slug
}

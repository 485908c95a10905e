import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { sqlState, type Tx, transaction } from '../../db/database.ts'
import { ImageError } from '../../pdf/errors.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { planOf } from '../plans.ts'
import { monthOf } from '../records/workspaces/caps.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import { LOGO_MAX_BYTES, type WorkspaceSettings } from '../records/workspaces/settings.ts'
import { allowanceOf, type SmsAllowance, usedCodes } from '../records/workspaces/sms-allowance.ts'
import { settingProblems } from './setting-rules.ts'

const UNIQUE_VIOLATION = '23505'

/** What the plan of a workspace includes, and how much of it this UTC month has used. */
export interface Usage {
  /** Documents sent for signature; `cap` null: no limit. */
  documents: { used: number; cap: number | null }
  sms: SmsAllowance
  enterprise: boolean
}

/** The settings of the actor's workspace. */
export async function workspaceSettings(ctx: Ctx, actor: Actor): Promise<Workspace> {
  assertMay(ctx, actor, 'workspaceSettings')
  return readWorkspace(ctx.db, actor.workspaceId)
}

/** The plan of the actor's workspace, and what of it is used. */
export async function workspaceUsage(ctx: Ctx, actor: Actor): Promise<Usage> {
  assertMay(ctx, actor, 'workspaceUsage')
  const { start } = monthOf(ctx.clock.now())
  const { tier, codes, documents } = await ctx.db
    .selectFrom('workspaces')
    .select((eb) => [
      'tier',
      usedCodes(ctx, 'workspaces.id').as('codes'),
      eb
        .selectFrom('documents')
        .select((inner) => inner.fn.countAll<number>().as('sent'))
        .whereRef('documents.workspace_id', '=', 'workspaces.id')
        .where('documents.created_at', '>=', start)
        .where('documents.kind', '=', 'esign')
        .where(sql<boolean>`review_state is distinct from 'discarded'`)
        .as('documents'),
    ])
    .where('workspaces.id', '=', actor.workspaceId)
    .executeTakeFirstOrThrow()
  const plan = planOf(ctx, tier)
  return {
    documents: { used: documents ?? 0, cap: plan.document_cap },
    sms: allowanceOf(ctx, tier, codes),
    enterprise: plan.enterprise,
  }
}

/** A change of the settings; what is left out stays. */
export type SettingsChange = Omit<WorkspaceSettings, 'logo' | 'logo_type'> & {
  name?: string
  slug?: string
  /** A PNG or JPEG as it was uploaded; null: none. */
  picture?: Uint8Array | null
}

/**
 * Changes settings of the actor's workspace, and records which.
 * @throws DomainError `invalid_request` with `meta.problems` by the rules, or with `meta.path`: `slug` is taken,
 *   `picture` cannot be used
 */
export async function changeWorkspace(ctx: Ctx, actor: Actor, { picture, ...change }: SettingsChange): Promise<void> {
  assertMay(ctx, actor, 'changeWorkspace')
  const { workspaceId: id } = actor
  const problems = Object.entries(settingProblems(change)).map(([path, message]) => ({ path, message }))
  if (problems[0]) throw new DomainError('invalid_request', problems[0].message, { meta: { ...problems[0], problems } })
  const logo = picture === undefined ? {} : await readLogo(ctx, id, picture)
  await transaction(ctx.db, async (tx) => {
    const before = await tx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const settings = { ...change, ...logo }
    const changed = (Object.keys(settings) as (keyof typeof settings)[]).filter(
      (key) => !isSame(before[key], settings[key]),
    )
    if (changed.length === 0) return
    if (changed.includes('slug')) assertNotOfSso(ctx, [before.slug, change.slug!])
    await update(tx, id, settings)
    const names = changed.filter((key) => key !== 'logo_type').map((key) => key.replaceAll('_', ' '))
    await recordWork(ctx, tx, actor, 'settings.changed', { name: names.join(', ') })
  })
}

/**
 * How many documents a retention of so many days deletes at once (contract 1.8); null, for ever: none.
 * @param at now, or when it was counted before: those that became due since are not counted, those deleted since are
 */
export async function countDeletedBy(ctx: Ctx, actor: Actor, days: number | null, at: Date): Promise<number> {
  assertMay(ctx, actor, 'countDeletedBy')
  if (days === null) return 0
  const before = new Date(at.getTime() - days * DAY_MS)
  const { over } = await ctx.db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('over'))
    .where('workspace_id', '=', actor.workspaceId)
    .where('completed_at', '<=', before)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', at)]))
    .executeTakeFirstOrThrow()
  return over
}

const DAY_MS = 86_400_000

/** People of the issuer join the workspace that `OIDC_WORKSPACE` names: another one cannot take its place (decision 0550). */
function assertNotOfSso({ config }: Ctx, slugs: string[]): void {
  const { workspace } = config.oidc ?? {}
  if (!workspace || !slugs.includes(workspace)) return
  const message = `Single sign-on leads to the workspace ${workspace}, which only the operator can change.`
  throw new DomainError('invalid_request', message, { meta: { path: 'slug' } })
}

async function update(tx: Tx, id: string, settings: Partial<Workspace>): Promise<void> {
  try {
    await tx.updateTable('workspaces').set(settings).where('id', '=', id).execute()
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new DomainError('invalid_request', 'Another workspace has this short name.', { meta: { path: 'slug' } })
  }
}

async function readLogo(ctx: Ctx, workspaceId: string, picture: Uint8Array | null): Promise<WorkspaceSettings> {
  if (picture === null) return { logo: null, logo_type: null }
  try {
    const { bytes, mediaType } = await ctx.pdf.of(workspaceId).reencodeImage(picture, LOGO_MAX_BYTES)
    return { logo: Buffer.from(bytes), logo_type: mediaType }
  } catch (cause) {
    if (!(cause instanceof ImageError)) throw cause
    throw new DomainError('invalid_request', `${cause.message}.`, { meta: { path: 'picture' }, cause })
  }
}

function isSame(before: unknown, after: unknown): boolean {
  return Buffer.isBuffer(before) && Buffer.isBuffer(after) ? before.equals(after) : before === after
}

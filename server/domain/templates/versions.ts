import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type Change, changesBetween } from './changes.ts'
import type { Snapshot } from './model.ts'
import { loadTemplate, type TemplateRow } from './read.ts'

/** Versions on a page. */
const PAGE = 20

export interface VersionSummary {
  version: number
  lockedAt: Date
  /** A person's name or address, or a key's name, as it was then; null: not known, or the server's operator. */
  lockedBy: string | null
  /** Of the frozen content, lowercase hex. */
  sha256: string
  /** Since the version before; null: there is none. */
  changes: Change[] | null
}

export interface TemplateVersions {
  template: TemplateRow
  /** Newest first. */
  versions: VersionSummary[]
  /** The `before` of the next page; null: this is the last. */
  older: number | null
}

/**
 * The versions of a template, with what each changed (decision 0502).
 * @param before only versions older than this one; null: from the newest
 * @throws DomainError `not_found`
 */
export async function templateVersions(
  ctx: Pick<Ctx, 'db' | 'config'>,
  actor: Actor,
  id: string,
  before: number | null,
): Promise<TemplateVersions> {
  assertMay(ctx, actor, 'templateVersions')
  const template = await loadTemplate(ctx.db, actor.workspaceId, id)
  let query = ctx.db
    .selectFrom('template_versions')
    .select(['version', 'locked_at', 'locked_by', 'snapshot_sha256', 'snapshot'])
    .where('template_id', '=', template.id)
    .orderBy('version', 'desc')
    // One more: what the last of the page is compared with.
    .limit(PAGE + 1)
  if (before !== null) query = query.where('version', '<', before)
  const rows = await query.execute()
  const snapshots = rows.map(({ snapshot }) => JSON.parse(snapshot) as Snapshot)
  const versions = rows.slice(0, PAGE).map(({ version, locked_at, locked_by, snapshot_sha256 }, index) => {
    const earlier = snapshots[index + 1]
    const changes = earlier ? changesBetween(earlier, snapshots[index]!) : null
    return { version, lockedAt: locked_at, lockedBy: locked_by, sha256: snapshot_sha256, changes }
  })
  return { template, versions, older: rows.length > PAGE ? versions.at(-1)!.version : null }
}

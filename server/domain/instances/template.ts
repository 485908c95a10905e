import type { Ctx } from '../../context.ts'
import type { BlobSource } from '../../storage/index.ts'
import { StorageError } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { type DomainCode, DomainError } from '../errors.ts'
import type { Warning } from '../sending/draft.ts'
import type { Snapshot } from '../templates/model.ts'
import {
  findTemplate,
  loadTemplate,
  loadTemplateFile,
  loadVersion,
  type TemplateFileRow,
  type TemplateRow,
} from '../templates/read.ts'
import type { TemplateVersion } from '../templates/values/accept.ts'

/** A locked template at one of its versions. */
export interface UsableTemplate {
  template: TemplateRow
  version: number
  snapshot: Snapshot
  snapshotSha256: string
  file: TemplateFileRow
}

/** What instantiate and generate say of the template they used, in answers and errors (contract 2.10). */
export interface TemplateFacts {
  template_id: string
  template_name: string
  template_version: number
  docs: string
}

/**
 * The template at the pinned version, by default the newest.
 * @throws DomainError `not_found`; `template_unlocked` for a draft or an archived one, also with a version (contract 7);
 *   `version_not_found`
 */
export async function loadUsable(
  ctx: Pick<Ctx, 'db' | 'config'>,
  workspaceId: string,
  id: string,
  version: number | null,
): Promise<UsableTemplate> {
  const template = await loadTemplate(ctx.db, workspaceId, id)
  const facts = factsOf(ctx, template, template.version, template.name)
  return withFacts(facts, [], async () => {
    if (template.status !== 'locked') {
      const message = `the template is ${template.status === 'draft' ? 'a draft' : 'archived'}; only a locked one can be used`
      throw new DomainError('template_unlocked', message, { meta: { status: template.status } })
    }
    const row = await loadVersion(ctx.db, template, version ?? template.version)
    const file = await loadTemplateFile(ctx.db, template.id, row.file_sha256)
    const snapshot = JSON.parse(row.snapshot) as Snapshot
    return { template, version: row.version, snapshot, snapshotSha256: row.snapshot_sha256, file }
  })
}

/** For the rendering. @param source its PDF */
export function versionOf({ snapshot, file }: UsableTemplate, source: BlobSource): TemplateVersion {
  return { snapshot, source, markerPages: file.marker_pages }
}

export function templateFacts(
  ctx: Pick<Ctx, 'config'>,
  { template, version, snapshot }: UsableTemplate,
): TemplateFacts {
  return factsOf(ctx, template, version, snapshot.model.name)
}

/**
 * Of a call whose body was refused; null where the workspace has no such template.
 * @param version as it was sent; anything but a version of the template counts as the newest
 */
export async function factsOfCall(
  ctx: Pick<Ctx, 'db' | 'config'>,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: string,
  version: unknown,
): Promise<TemplateFacts | null> {
  const template = await findTemplate(ctx.db, workspaceId, id)
  if (!template) return null
  const isKnown = Number.isInteger(version) && (version as number) > 0 && (version as number) <= template.version
  return factsOf(ctx, template, isKnown ? (version as number) : template.version, template.name)
}

function factsOf(ctx: Pick<Ctx, 'config'>, template: TemplateRow, version: number, name: string): TemplateFacts {
  return {
    template_id: template.id,
    template_name: name,
    template_version: version,
    docs: `${ctx.config.publicUrl}/docs/templates`,
  }
}

/** Failures of the PDF engine and of the store, which instantiate, generate and confirm report as one (contract 7). */
const RENDERING: ReadonlySet<DomainCode> = new Set(['pdf_unsupported', 'placement_failed', 'busy', 'file_damaged'])

/**
 * Runs `work`, and gives every refusal what contract 2.10 puts at the top level of these errors: the template, the
 * problems, the warnings so far.
 */
export async function withFacts<T>(
  facts: TemplateFacts,
  warnings: readonly Warning[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = asRenderFailure(error)
    if (!(known instanceof DomainError) || 'template_id' in known.top) throw known
    const { code, message, meta } = known
    const field = typeof meta?.path === 'string' ? meta.path : ''
    const problems = [{ field, code, message, ...(meta && { meta }) }]
    throw new DomainError(code, message, {
      top: { problems, warnings: [...warnings], ...facts, ...known.top },
      ...(meta && { meta }),
      ...(known.retryInSeconds !== undefined && { retryInSeconds: known.retryInSeconds }),
      ...(known.cause !== undefined && { cause: known.cause }),
    })
  }
}

/** @returns `render_failed` for what failed inside, everything else as it was */
export function asRenderFailure(error: unknown): unknown {
  const failed = error instanceof StorageError || (error instanceof DomainError && RENDERING.has(error.code))
  return failed
    ? new DomainError('render_failed', 'the PDF could not be rendered or stored; nothing was created or sent', {
        cause: error,
      })
    : error
}

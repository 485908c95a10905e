import { createHash } from 'node:crypto'
import { canonicalJson } from '../../canonical.ts'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { keyName } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { checkModel } from './check.ts'
import type { TemplateProblem } from './problem.ts'
import { draftSnapshot, knownFields, lockTemplateRow, type TemplateRow } from './read.ts'
import { recordUses } from './uses.ts'

/**
 * Locks a draft, so that it can be instantiated and generated. Content that differs from the newest version becomes a
 * new version, frozen with its SHA-256; the same content stays the same version (decision 0502). A locked template
 * stays as it is.
 * @param revision of the draft that was seen; null: whichever stands
 * @throws DomainError `not_found`; `template_invalid` with `problems[]`; `invalid_state` if it is archived;
 *   `values_changed` if another draft stands
 */
export async function lockTemplate(
  ctx: Ctx,
  actor: Actor,
  id: string,
  revision: number | null = null,
): Promise<TemplateRow> {
  assertMay(ctx, actor, 'lockTemplate')
  return transaction(ctx.db, async (tx) => {
    const template = await lockTemplateRow(tx, actor.workspaceId, id)
    if (template.status === 'archived') throw wrongTemplateState(template, ['draft', 'locked'])
    if (revision !== null && template.revision !== revision) {
      throw new DomainError('values_changed', 'the draft has changed since it was read')
    }
    return template.status === 'locked' ? template : lockDraft(ctx, tx, actor, template)
  })
}

/** Locks the draft in the caller's transaction, under the template's row lock. */
export async function lockDraft(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  by: Actor,
  template: TemplateRow,
): Promise<TemplateRow> {
  const snapshot = await draftSnapshot(tx, template)
  const fields = await knownFields(tx, template.workspace_id)
  const { problems } = checkModel(snapshot.model, snapshot.file.pages, fields)
  if (problems.length > 0) throw templateInvalid(problems)
  const now = ctx.clock.now()
  const text = canonicalJson(snapshot)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const newest = await tx
    .selectFrom('template_versions')
    .select('snapshot_sha256')
    .where('template_id', '=', template.id)
    .where('version', '=', template.version)
    .executeTakeFirst()
  const version = newest?.snapshot_sha256 === sha256 ? template.version : template.version + 1
  const person = await recordWork(ctx, tx, by, 'template.locked', { name: template.name, id: template.id })
  if (version !== template.version) {
    const locked_by = person ?? (by.kind === 'apiKey' ? await keyName(tx, by.keyId) : null)
    const frozen = { snapshot: text, snapshot_sha256: sha256, file_sha256: template.file_sha256, locked_by }
    await tx
      .insertInto('template_versions')
      .values({ template_id: template.id, version, ...frozen, locked_at: now })
      .execute()
    await recordUses(tx, template.id, version, snapshot.model)
  }
  return tx
    .updateTable('templates')
    .set({ status: 'locked', version, locked_at: now, updated_at: now })
    .where('id', '=', template.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function templateInvalid(problems: TemplateProblem[]): DomainError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return new DomainError('template_invalid', `the template cannot be locked: ${count}; see problems`, {
    top: { problems },
  })
}

/** The template is in a state in which this cannot be done. */
export function wrongTemplateState({ status }: TemplateRow, allowed: TemplateRow['status'][]): DomainError {
  return new DomainError('invalid_state', `the template is ${status}; this needs one that is ${allowed.join(' or ')}`, {
    meta: { status, allowed },
  })
}

/** @throws DomainError `invalid_state` */
export function assertDraft(template: TemplateRow): void {
  if (template.status !== 'draft') throw wrongTemplateState(template, ['draft'])
}

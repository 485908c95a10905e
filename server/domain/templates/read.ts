import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { TemplateFilesTable, TemplatesTable, TemplateVersionsTable } from '../../db/schema.ts'
import { type Actor, libraryOf } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { readRegistry } from '../fields/list.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'
import { type Snapshot, type TemplateFile, type TemplateModel, usedKeys } from './model.ts'
import type { KnownField } from './problem.ts'

export type TemplateRow = Selectable<TemplatesTable>
export type TemplateFileRow = Selectable<TemplateFilesTable>
type VersionRow = Selectable<TemplateVersionsTable>

/** A template at one of its versions; version 0 is a draft that was never locked. */
export interface TemplateView {
  template: TemplateRow
  version: number
  lockedAt: Date | null
  snapshot: Snapshot
}

/**
 * The template at `version`, by default at the newest locked one (contract 2.7).
 * @throws DomainError `not_found`; `version_not_found` with `meta.version`, `meta.current_version`
 */
export async function getTemplate(ctx: Ctx, actor: Actor, id: string, version: number | null): Promise<TemplateView> {
  assertMay(ctx, actor, 'getTemplate')
  const template = await loadTemplate(ctx.db, libraryOf(actor), id)
  if (version === null && template.version === 0) {
    return { template, version: 0, lockedAt: null, snapshot: await draftSnapshot(ctx.db, template) }
  }
  const row = await loadVersion(ctx.db, template, version ?? template.version)
  return { template, version: row.version, lockedAt: row.locked_at, snapshot: JSON.parse(row.snapshot) as Snapshot }
}

/** The workspace's template. A malformed id and another workspace's id both count as missing: 404. */
export async function loadTemplate(db: Db | Tx, workspaceId: string, id: string): Promise<TemplateRow> {
  const row = await findTemplate(db, workspaceId, id)
  if (!row) throw notFound()
  return row
}

/** As `loadTemplate`; undefined where it is missing. */
export async function findTemplate(db: Db | Tx, workspaceId: string, id: string): Promise<TemplateRow | undefined> {
  return isUuid(id) ? await templateQuery(db, workspaceId, id).executeTakeFirst() : undefined
}

/** As `loadTemplate`, and locks the row: the first statement of every change. */
export async function lockTemplateRow(tx: Tx, workspaceId: string, id: string): Promise<TemplateRow> {
  const row = isUuid(id) ? await templateQuery(tx, workspaceId, id).forUpdate().executeTakeFirst() : undefined
  if (!row) throw notFound()
  return row
}

/** @throws DomainError `version_not_found` */
export async function loadVersion(db: Db | Tx, template: TemplateRow, version: number): Promise<VersionRow> {
  const row =
    version > template.version
      ? undefined
      : await db
          .selectFrom('template_versions')
          .selectAll()
          .where('template_id', '=', template.id)
          .where('version', '=', version)
          .executeTakeFirst()
  if (row) return row
  const newest = template.version === 0 ? 'it was never locked' : `the newest is ${template.version}`
  throw new DomainError('version_not_found', `the template has no version ${version}; ${newest}`, {
    meta: { version, current_version: template.version },
  })
}

/** The draft as a version would freeze it now. */
export async function draftSnapshot(db: Db | Tx, template: TemplateRow): Promise<Snapshot> {
  const model = template.draft as TemplateModel
  const file = await loadTemplateFile(db, template.id, template.file_sha256)
  const registry = await knownFields(db, template.workspace_id)
  const fields = usedKeys(model).flatMap((key) => registry.get(key)?.definition ?? [])
  return { model, fields, file: describeFile(file) }
}

export function loadTemplateFile(db: Db | Tx, templateId: string, sha256: string): Promise<TemplateFileRow> {
  return db
    .selectFrom('template_files')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
}

export function describeFile({ filename, sha256, length, page_sizes }: TemplateFileRow): TemplateFile {
  return { name: filename, sha256, length, pages: page_sizes }
}

/** The workspace's registry by key. */
export async function knownFields(db: Db | Tx, workspaceId: string): Promise<Map<string, KnownField>> {
  return new Map((await readRegistry(db, workspaceId)).map((field) => [field.definition.key, field]))
}

function templateQuery(db: Db | Tx, workspaceId: string, id: string) {
  return db.selectFrom('templates').selectAll().where('id', '=', id).where('workspace_id', '=', workspaceId)
}

function notFound(): DomainError {
  return new DomainError('not_found', 'no template with this id')
}

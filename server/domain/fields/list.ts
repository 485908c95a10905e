import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Actor, libraryOf } from '../actor.ts'
import { assertMay } from '../may.ts'
import { definitionOf, type FieldDefinition } from './definition.ts'

/** The workspace's registry (contract 4.2), sorted by key, without archived fields. */
export async function listFields(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor): Promise<FieldDefinition[]> {
  assertMay(ctx, actor, 'listFields')
  const all = await readRegistry(ctx.db, libraryOf(actor))
  return all.filter(({ archived }) => !archived).map(({ definition }) => definition)
}

export interface RegisteredField {
  id: string
  definition: FieldDefinition
  archived: boolean
  /** The types of columns that it has no more, by their keys. */
  retired: Record<string, string>
}

/** Every field of the workspace, archived ones too, sorted by key. */
export async function readRegistry(db: Db | Tx, workspaceId: string): Promise<RegisteredField[]> {
  const rows = await db
    .selectFrom('field_definitions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    definition: definitionOf(row),
    archived: row.archived_at !== null,
    retired: row.retired_columns,
  }))
}

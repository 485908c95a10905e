import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { WorkspacesTable } from '../../../db/schema.ts'
import { DomainError } from '../../errors.ts'

export type Workspace = Selectable<WorkspacesTable>

/**
 * The workspace that a document is created for.
 * @throws DomainError `workspace_not_found`: the row no longer exists (contract 7)
 */
export async function readWorkspace(db: Db | Tx, id: string): Promise<Workspace> {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('workspace_not_found', 'the workspace of this key could not be read; try again')
  return row
}

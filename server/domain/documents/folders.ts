import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { LIST } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { cleanTypedText } from '../typed-text.ts'

/** The folders of the workspace that hold a document, by name, at most `LIST.folders`. */
export async function listFolders(ctx: Ctx, actor: Actor): Promise<string[]> {
  assertMay(ctx, actor, 'listFolders')
  return foldersOf(ctx.db, actor.workspaceId)
}

async function foldersOf(db: Db | Tx, workspaceId: string): Promise<string[]> {
  // From one name to the next by the index: a folder may hold a million documents.
  const { rows } = await sql<{ folder: string }>`
    with recursive found (folder) as (
      select min(folder) from documents where workspace_id = ${workspaceId} and folder is not null
      union all
      select (select min(folder) from documents where workspace_id = ${workspaceId} and folder > found.folder)
      from found where found.folder is not null
    )
    select folder from found where folder is not null limit ${LIST.folders}
  `.execute(db)
  return rows.map(({ folder }) => folder)
}

export interface MovedToFolder {
  /** Documents of the workspace. */
  count: number
  /** As it is called; null: out of any. */
  folder: string | null
}

/**
 * Puts documents into a folder of the workspace, which is there once it holds one. It is no part of a document: signers,
 * the API and the audit trail know nothing of it.
 * @param name empty: out of any folder
 * @throws DomainError `not_found` when none of them is; `invalid_request` for a name that is too long, or one folder too many
 */
export async function moveDocuments(
  ctx: Ctx,
  actor: Actor,
  ids: readonly string[],
  name: string,
): Promise<MovedToFolder> {
  assertMay(ctx, actor, 'moveDocuments')
  const folder = await folderNamed(ctx.db, actor.workspaceId, name)
  const { numUpdatedRows } = await ctx.db
    .updateTable('documents')
    .set({ folder })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('not_found', 'none of these documents is in this workspace')
  return { count: Number(numUpdatedRows), folder }
}

/**
 * A folder by its name as typed; null: none.
 * @throws DomainError `invalid_request` for a name that is too long, or one folder too many
 */
export async function folderNamed(db: Db | Tx, workspaceId: string, name: string): Promise<string | null> {
  const folder = cleanTypedText(name.replace(/[\p{Cc}\s]+/gu, ' '))
  if (folder === '') return null
  if ([...folder].length > LIST.folderName)
    throw invalid('folder', `The name of a folder has at most ${LIST.folderName} characters.`)
  const known = await foldersOf(db, workspaceId)
  if (!known.includes(folder) && known.length >= LIST.folders)
    throw invalid('folder', `A workspace has at most ${LIST.folders} folders. Choose one of them.`)
  return folder
}

import type { Ctx } from '../../../context.ts'
import type { Region } from '../../../regions.ts'
import { findWorkspace } from './create.ts'
import type { Workspace } from './read.ts'

/** The logo is in every email; this is plenty for a picture 40 pixels high on any screen. */
export const LOGO_MAX_BYTES = 60_000

export interface WorkspaceSettings {
  /** Automatic reminders after 3, 7 and 12 days. */
  reminders?: boolean
  /** Days from completion until a document's files are deleted (contract 1.8); null: never. */
  retention_days?: number | null
  /** Where the workspace learns by email how its requests end; null: nowhere. */
  notify_email?: string | null
  /** Where answers to its emails go; null: to the address they are sent from. */
  reply_to?: string | null
  /** `#rrggbb`, in lower case; null: ours. */
  brand_color?: string | null
  logo?: Buffer | null
  logo_type?: Workspace['logo_type']
  /** The language of emails to the workspace itself. */
  locale?: string
  /** IANA; null: UTC. */
  time_zone?: string | null
  /** Where the files of new documents and templates are stored; what exists stays where it is. */
  region?: Region
  /** In emails to signers; null: the name. */
  sender_name?: string | null
  /** Of signers whose language the sender does not say. */
  signer_locale?: string
  /** 1 to 90 days to sign, where the sender does not say; null: 14. */
  expires_in_days?: number | null
  /** At the foot of the pages of new documents, so that a print can be tied to its audit trail. */
  print_document_id?: boolean
  /** Whether templates may have a page by which anybody becomes their signer. */
  direct_links?: boolean
}

/** Every workspace, oldest first. */
export function listWorkspaces(ctx: Pick<Ctx, 'db'>): Promise<Workspace[]> {
  return ctx.db.selectFrom('workspaces').selectAll().orderBy('created_at').execute()
}

/** Changes the given settings of the workspace with this name, slug or id; null if there is none. */
export async function changeSettings(
  ctx: Pick<Ctx, 'db'>,
  name: string,
  settings: WorkspaceSettings,
): Promise<Workspace | null> {
  const found = await findWorkspace(ctx.db, name)
  if (!found) return null
  return ctx.db
    .updateTable('workspaces')
    .set(settings)
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

import { type Kysely, sql } from 'kysely'

/** The pages of a workspace's webhooks; without it, the hooks of every document are read for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index hooks_listed on hooks (workspace_id, enabled desc, seq desc) where scope = 'workspace'`.execute(
    db,
  )
}

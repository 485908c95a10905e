import { type Kysely, sql } from 'kysely'

/** Who locked a version, as they were called then, and the pages of a template's PDF that have markers (decision 0502). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table template_versions add column locked_by text`.execute(db)
  await sql`alter table template_files add column marker_pages integer[] not null default '{}'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The workspace that a link leads to: the operator names one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_ins add column workspace_id uuid`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Postgres counts from an index on an expression alone only where the expression's own column is in it as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index documents_attention`.execute(db)
  await sql`
    create index documents_attention on documents (workspace_id, (coalesce(ended_at, timestamptz 'infinity')))
      include (ended_at) where tab = 'attention'
  `.execute(db)
}

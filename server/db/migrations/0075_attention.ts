import { type Kysely, sql } from 'kysely'

/** Counts what needs attention (decision 0560) without reading what has needed it once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index documents_attention on documents (workspace_id, (coalesce(ended_at, timestamptz 'infinity')))
      where tab = 'attention'
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * A search for words samples the list itself (decision 0560). Statistics of thousands of texts would only make each
 * statement slower to plan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table document_words alter column words set statistics -1`.execute(db)
  await sql`analyze document_words (words)`.execute(db)
}

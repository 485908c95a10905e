import { type Kysely, sql } from 'kysely'

/** What a signer's answer must be, where its box stands for a field of the registry (decision 0504). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fields add column answer_type jsonb`.execute(db)
}

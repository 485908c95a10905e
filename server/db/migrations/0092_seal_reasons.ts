import { type Kysely, sql } from 'kysely'

/** What an operator has to mend before a document can be sealed, where that is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents add column seal_reason text check (seal_reason in ('certificate_revoked'))
  `.execute(db)
}

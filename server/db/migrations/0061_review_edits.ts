import { type Kysely, sql } from 'kysely'

/** Edits of a review count up; who decided it is named to the people of the workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      add column review_revision integer not null default 0,
      add column review_decided_by uuid`.execute(db)
}

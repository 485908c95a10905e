import { type Kysely, sql } from 'kysely'

/** Who saved the draft last, and when: told to whoever saves over it. Null: a program did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table templates
      add column edited_by uuid references users on delete set null,
      add column edited_at timestamptz`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Keys that read and disclose (decision 0042). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys drop constraint api_keys_scope_check,
      add constraint api_keys_scope_check check (scope in ('full', 'read', 'embedded', 'disclose'))
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Tables whose rows a signer enters: what a row takes and how it is printed, as it was when the document was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fields
    drop constraint fields_kind_check,
    add constraint fields_kind_check
      check (kind in ('signature', 'initial', 'date', 'name', 'text', 'checkbox', 'table')),
    add column table_spec jsonb,
    add constraint fields_table_spec check ((kind = 'table') = (table_spec is not null))`.execute(db)
}

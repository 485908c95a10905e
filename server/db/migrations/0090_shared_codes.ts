import { type Kysely, sql } from 'kysely'

/** A window that takes the code of a mail that another one asked for (decision 0550). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_ins add column code_of uuid references sign_ins (id) on delete cascade
  `.execute(db)
  await sql`create index sign_ins_code_of on sign_ins (code_of) where code_of is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** How a signer is invited and reminded (contract 4.12; decision 0028), and whether the invitation went out by SMS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signing_requests
      add column channel text not null default 'email' check (channel in ('email', 'sms', 'both')),
      add column texted boolean not null default false;
  `.execute(db)
}

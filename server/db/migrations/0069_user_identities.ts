import { type Kysely, sql } from 'kysely'

/** Who somebody is at an issuer of single sign-on: a changed address there does not make another person here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_identities (
      issuer text not null,
      subject text not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      primary key (issuer, subject),
      -- an account that was made anew at the issuer replaces the one before
      unique (user_id, issuer)
    );
  `.execute(db)
}

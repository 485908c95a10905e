import { type Kysely, sql } from 'kysely'

/** What new documents of a workspace start from, where a sign-in leads, and people who change their address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      -- in emails to signers; null: the name of the workspace
      add column sender_name text,
      -- for signers whose language the sender does not say
      add column signer_locale text not null default 'en',
      -- null: the server's own
      add column expires_in_days integer check (expires_in_days between 1 and 90);

    -- a path of ours; null: to the documents
    alter table sign_ins add column next text;

    -- each takes one code, which derives from the id
    create table email_changes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      email text not null,
      -- the one before, once it has changed
      email_before text,
      code_key_version integer not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index email_changes_user on email_changes (user_id, created_at);
    create index email_changes_age on email_changes (expires_at);
  `.execute(db)
}

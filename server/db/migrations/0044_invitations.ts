import { type Kysely, sql } from 'kysely'

/** Who was asked by mail to join a workspace, and has not answered yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      email text not null,
      role text not null check (role in ('owner', 'member')),
      invited_by uuid references users on delete set null,
      link_key_version integer not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create unique index invitations_email on invitations (workspace_id, lower(email));
    create index invitations_age on invitations (expires_at);
  `.execute(db)
}

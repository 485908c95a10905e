import { type Kysely, sql } from 'kysely'

/** People who use the dashboard, their workspaces and sessions, how they sign in, and the log of what they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      email text not null,
      name text,
      created_at timestamptz not null
    );
    create unique index users_email on users (lower(email));

    create table memberships (
      workspace_id uuid not null references workspaces,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('owner', 'member')),
      created_at timestamptz not null,
      primary key (workspace_id, user_id)
    );
    create index memberships_user on memberships (user_id);

    create table user_sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references users on delete cascade,
      -- the one that is shown; null: the oldest membership
      workspace_id uuid references workspaces,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      ip text,
      user_agent text,
      revoked_at timestamptz
    );
    create index user_sessions_user on user_sessions (user_id);
    create index user_sessions_age on user_sessions (last_used_at);

    -- each is good for one sign-in, by its link or its code; both derive from the id
    create table sign_ins (
      id uuid primary key,
      -- null: asked for an address that nobody has
      user_id uuid references users on delete cascade,
      email text not null,
      ip text,
      -- of the cookie of the window that takes the code; null: there is no code
      window_hash bytea,
      link_key_version integer not null,
      code_key_version integer not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index sign_ins_email on sign_ins (lower(email), created_at);
    create index sign_ins_ip on sign_ins (ip, created_at);
    create index sign_ins_age on sign_ins (expires_at);

    create table workspace_log (
      id bigint generated always as identity primary key,
      workspace_id uuid not null references workspaces,
      at timestamptz not null,
      user_id uuid references users on delete set null,
      -- as the person was called then
      who text not null,
      action text not null,
      -- what it was done to, as it was called then
      target text not null,
      target_id uuid
    );
    create index workspace_log_newest on workspace_log (workspace_id, id desc);
  `.execute(db)
}

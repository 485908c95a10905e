import { type Kysely, sql } from 'kysely'

/** Embedded signing sessions (contract 4.14): the token's hash alone, bound to request, key and origin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table embedded_sessions (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      api_key_id uuid not null references api_keys,
      document_id uuid not null references documents,
      signing_request_id uuid not null references signing_requests on delete cascade,
      token_hash bytea not null unique,
      origin text not null,
      locale text,
      ttl_seconds integer not null check (ttl_seconds between 60 and 900),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      first_loaded_at timestamptz,
      revoked_at timestamptz
    );
    create index embedded_sessions_age on embedded_sessions (expires_at);
    create index embedded_sessions_request on embedded_sessions (signing_request_id);
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * A sandbox is a workspace with a live one behind it (contract 1.13). Its time runs ahead of the clock by
 * `clock_ahead_ms`; only `PUT /sandbox/clock` moves it, which holds `clock_moving_until` meanwhile. Its messages stay in
 * `outbox`, and its documents are sealed by one test authority for all, encrypted by the keyring.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column live_id uuid references workspaces,
      add column ends_at timestamptz,
      add column clock_ahead_ms bigint not null default 0,
      add column clock_moving_until timestamptz,
      add constraint workspaces_sandbox check ((live_id is null) = (ends_at is null));
    create index workspaces_sandboxes on workspaces (live_id, ends_at) where live_id is not null;
    alter table documents add column sandbox boolean not null default false;
    alter table outbox
      add column workspace_id uuid,
      add column document_id uuid,
      add column signing_request_id uuid,
      add column kind text;
    create index outbox_of_sandbox on outbox (workspace_id, id) where workspace_id is not null;
    -- The trail of a test goes with the test; every other one stays append-only.
    create function audit_events_are_kept() returns trigger language plpgsql as $$
      begin
        if exists (select from documents where id = old.document_id and sandbox) then return old; end if;
        raise exception 'the audit trail is append-only';
      end $$;
    drop trigger audit_events_append_only on audit_events;
    create trigger audit_events_append_only before update or truncate on audit_events
      for each statement execute function audit_events_are_append_only();
    create trigger audit_events_kept before delete on audit_events
      for each row execute function audit_events_are_kept();
    create table test_authority (
      one boolean primary key default true check (one),
      pki bytea not null,
      created_at timestamptz not null
    )
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * The first schema. Rules held by the database itself: one `document.completed` per document, one delivery per
 * event and hook, an audit trail that can only grow, one enabled workspace hook per target URL.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspaces (
      id uuid primary key,
      name text not null,
      slug text not null unique,
      tier text not null,
      region text not null check (region in ('eu', 'ch', 'us')),
      retention_days integer check (retention_days > 0),
      created_at timestamptz not null
    );

    create table api_keys (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      name text not null,
      hash bytea not null unique,
      display text not null,
      scope text not null check (scope in ('full', 'read', 'embedded')),
      allow_ips text[] not null default '{}',
      embed_origins text[] not null default '{}',
      created_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    );

    -- Counting is worth nothing after a crash of Postgres: windows merely reopen.
    create unlogged table rate_windows (
      bucket text primary key,
      opened_at timestamptz not null,
      used integer not null
    ) with (fillfactor = 50);

    create table idempotency_keys (
      workspace_id uuid not null,
      mode text not null check (mode in ('live', 'test')),
      operation text not null,
      key text not null,
      request_hash bytea not null,
      token uuid not null,
      lease_until timestamptz not null,
      status integer,
      body bytea,
      expires_at timestamptz not null,
      primary key (workspace_id, mode, operation, key)
    );
    create index idempotency_keys_expiry on idempotency_keys (expires_at);

    create table api_log (
      id bigint generated always as identity primary key,
      request_id uuid not null,
      at timestamptz not null,
      workspace_id uuid,
      key_id uuid,
      method text not null,
      route text not null,
      status integer not null,
      code text,
      document_id uuid,
      ms integer not null
    );
    create index api_log_workspace on api_log (workspace_id, at desc);
    create index api_log_age on api_log (at);

    -- Random keys, each wrapped under MASTER_KEY; rotating the master key re-wraps them and breaks nothing.
    create table keyring (
      purpose text not null check (purpose in ('link', 'secret', 'answer')),
      version integer not null,
      wrapped bytea not null,
      master_key_id text not null,
      created_at timestamptz not null,
      primary key (purpose, version)
    );

    create table documents (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      region text not null,
      source text not null check (source in ('v1_api', 'template_instance', 'dashboard')),
      title text not null,
      filename text not null,
      message text,
      placement text not null check (placement in ('anchors', 'auto_append', 'explicit')),
      signing_mode text not null check (signing_mode in ('sequential', 'parallel')),
      send_emails boolean not null,
      metadata jsonb,
      observers text[] not null default '{}',
      expires_in_days integer not null,
      removed text[] not null default '{}',
      page_count integer not null,
      page_sizes jsonb not null,
      original_sha256 text not null,
      sha256 text not null,
      api_key_id uuid,
      created_at timestamptz not null,
      completed_at timestamptz,
      -- null: not every signer has signed; due: to be sealed; sealed: done
      seal_state text check (seal_state in ('due', 'sealed')),
      seal_due_at timestamptz,
      seal_attempts integer not null default 0,
      seal_error text check (seal_error in ('sign_failed', 'sealing_in_progress', 'pades_failed', 'seal_persist_failed')),
      signed_sha256 text,
      seal_level text,
      cert_serial text,
      tsa_provider text,
      tsa_signed_at timestamptz,
      audit_head_seq integer,
      audit_head_hash text,
      -- the tombstone, and when no file was left
      deleted_at timestamptz,
      files_deleted_at timestamptz
    );
    create index documents_workspace on documents (workspace_id, created_at desc);
    create index documents_seal_due on documents (seal_due_at) where seal_state = 'due';

    create table document_revisions (
      document_id uuid not null references documents on delete cascade,
      seq integer not null,
      kind text not null check (kind in ('upload', 'preparation', 'signer', 'seal')),
      signing_request_id uuid,
      -- the revision's own bytes are [start_at, length) of the file; sha256 is of the file's first length bytes
      start_at bigint not null,
      length bigint not null,
      sha256 text not null,
      blob_key text not null,
      created_at timestamptz not null,
      primary key (document_id, seq)
    );

    create table signing_requests (
      id uuid primary key,
      document_id uuid not null references documents,
      workspace_id uuid not null references workspaces,
      position integer not null,
      email text not null,
      name text,
      role text,
      slot integer,
      signing_order integer,
      status text not null check (status in ('queued', 'pending', 'viewed', 'signed', 'declined', 'withdrawn', 'expired')),
      locale text not null,
      reference text,
      company text,
      job_title text,
      phone_e164 text,
      require_sms_verification boolean not null default false,
      sms_gate text check (sms_gate in ('before_view')),
      emailed boolean not null default false,
      link_version integer not null default 1,
      link_key_version integer not null,
      expires_at timestamptz,
      created_at timestamptz not null,
      invited_at timestamptz,
      viewed_at timestamptz,
      signed_at timestamptz,
      signed_sha256 text,
      declined_at timestamptz,
      decline_reason text,
      withdrawn_at timestamptz,
      withdrawn_by text check (withdrawn_by in ('api', 'sender')),
      expired_at timestamptz,
      sms_verified_at timestamptz,
      last_reminded_at timestamptz,
      reminder_count integer not null default 0,
      consent_version text,
      unique (document_id, position)
    );
    create index signing_requests_expiry on signing_requests (expires_at) where status in ('pending', 'viewed');

    create table fields (
      id uuid primary key,
      document_id uuid not null references documents on delete cascade,
      signing_request_id uuid not null references signing_requests on delete cascade,
      position integer not null,
      kind text not null check (kind in ('signature', 'initial', 'date', 'name', 'text', 'checkbox')),
      page integer not null,
      x double precision not null,
      y double precision not null,
      w double precision not null,
      h double precision not null,
      field_key text,
      label text,
      required boolean not null,
      max_length integer,
      value jsonb,
      saved_at timestamptz
    );
    create index fields_signer on fields (signing_request_id, position);

    create table audit_events (
      document_id uuid not null references documents,
      seq integer not null,
      type text not null,
      at timestamptz not null,
      signing_request_id uuid,
      -- the published event, canonical JSON (RFC 8785): exactly what is hashed
      body text not null,
      prev_hash text not null,
      hash text not null,
      primary key (document_id, seq)
    );
    create function audit_events_are_append_only() returns trigger language plpgsql as $$
      begin raise exception 'the audit trail is append-only'; end $$;
    create trigger audit_events_append_only before update or delete or truncate on audit_events
      for each statement execute function audit_events_are_append_only();

    -- Full address and user agent: erasable, bound to the chain by a salted commitment.
    create table audit_private (
      document_id uuid not null,
      seq integer not null,
      salt bytea not null,
      body text not null,
      primary key (document_id, seq)
    );

    create table hooks (
      id uuid primary key,
      seq bigint generated always as identity,
      workspace_id uuid not null references workspaces,
      scope text not null check (scope in ('workspace', 'document')),
      document_id uuid references documents,
      target_url text not null,
      events text[] not null default '{}',
      payload text not null check (payload in ('full', 'minimal')),
      enabled boolean not null default true,
      secret bytea not null,
      secret_prefix text not null,
      secret_version integer not null default 1,
      previous_secret bytea,
      previous_secret_valid_until timestamptz,
      created_at timestamptz not null,
      disabled_at timestamptz,
      disabled_reason text check (disabled_reason in ('replaced', 'dashboard')),
      replaced_by uuid,
      slow_since timestamptz,
      check ((scope = 'document') = (document_id is not null))
    );
    create unique index hooks_target on hooks (workspace_id, target_url) where enabled and scope = 'workspace';
    create index hooks_document on hooks (document_id) where scope = 'document';

    create table events (
      id text primary key,
      seq bigint generated always as identity unique,
      workspace_id uuid not null references workspaces,
      type text not null,
      document_id uuid,
      signing_request_id uuid,
      -- the event's own fields, without the envelope
      payload jsonb not null,
      created_at timestamptz not null
    );
    create unique index events_one_completion on events (document_id) where type = 'document.completed';

    create table deliveries (
      id uuid primary key,
      seq bigint generated always as identity unique,
      hook_id uuid not null references hooks on delete cascade,
      workspace_id uuid not null,
      event_id text not null,
      event text not null,
      document_id uuid,
      status text not null check (status in ('pending', 'success', 'giving_up')),
      attempts integer not null default 0,
      schedule_step integer not null default 0,
      -- frozen when the delivery is let go; null while held
      body text,
      mode text check (mode in ('full', 'minimal')),
      -- held deliveries wait for the outcome of an invitation, at most until this time
      held_until timestamptz,
      -- when it is to be looked at next: the schedule, or the end of a claim's lease
      next_attempt_at timestamptz,
      -- the schedule alone, as the log shows it
      next_retry_at timestamptz,
      claim_token uuid,
      unfinished_claims integer not null default 0,
      response_status integer,
      response_body text not null default '',
      latency_ms integer not null default 0,
      created_at timestamptz not null,
      completed_at timestamptz,
      unique (event_id, hook_id)
    );
    create index deliveries_due on deliveries (hook_id, next_attempt_at, seq) where status = 'pending';
    create index deliveries_log on deliveries (hook_id, seq desc);

    -- The development mailbox (MAIL_URL=outbox:, SMS_URL=outbox:).
    create table outbox (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('mail', 'sms')),
      recipient text not null,
      subject text,
      html text,
      body text not null,
      created_at timestamptz not null
    );

    create table job_failures (
      id bigint generated always as identity primary key,
      task text not null,
      payload jsonb not null,
      error text not null,
      failed_at timestamptz not null
    );

    create table worker_heartbeats (
      worker_id text primary key,
      at timestamptz not null
    );
  `.execute(db)
}

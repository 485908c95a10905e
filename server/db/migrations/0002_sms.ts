import { type Kysely, sql } from 'kysely'

/**
 * Codes by SMS (contract 1.3, 8). A code is kept only as its HMAC, bound to the request and the number it went to. At
 * most five rows per request: those that count towards "more than 5 codes without a completed check".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table keyring drop constraint keyring_purpose_check,
      add constraint keyring_purpose_check check (purpose in ('link', 'secret', 'answer', 'code'));

    create table sms_codes (
      signing_request_id uuid not null references signing_requests on delete cascade,
      -- its place among the codes that count together
      attempt integer not null check (attempt between 1 and 5),
      claim uuid not null,
      key_version integer not null,
      mac bytea not null,
      tries integer not null default 0 check (tries between 0 and 5),
      -- null while the provider is being asked, or when the answer was never learnt
      accepted_at timestamptz,
      expires_at timestamptz not null,
      provider text,
      provider_message_id text,
      primary key (signing_request_id, attempt)
    );
    create index sms_codes_age on sms_codes (expires_at);

    -- Codes of a UTC month that the provider accepted, and those it is being asked about.
    create table sms_usage (
      workspace_id uuid not null references workspaces,
      month date not null,
      used integer not null check (used >= 0),
      primary key (workspace_id, month)
    );

    alter table signing_requests
      add column sms_wrong_tries integer not null default 0,
      add column sms_provider text,
      add column sms_message_id text;
  `.execute(db)
}

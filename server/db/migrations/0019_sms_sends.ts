import { type Kysely, sql } from 'kysely'

/**
 * The codes of the last day that were sent without a completed check, by which a request and a number are limited
 * (decision 0028). The lock of a request that has used up its codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sms_sends (
      -- that of sms_codes
      claim uuid primary key,
      workspace_id uuid not null references workspaces,
      -- null: a code to this number was entered since; it counts for the request alone
      phone_e164 text,
      -- null: the sender has acted since; it counts for the number alone
      signing_request_id uuid references signing_requests on delete set null,
      at timestamptz not null
    );
    create index sms_sends_phone on sms_sends (workspace_id, phone_e164);
    create index sms_sends_request on sms_sends (signing_request_id);
    create index sms_sends_age on sms_sends (at);
    alter table signing_requests add column sms_locked_at timestamptz;
  `.execute(db)
}

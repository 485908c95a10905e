import { type Kysely, sql } from 'kysely'

/**
 * What waits for an attempt moves into a table of its own. A row is `ready` when its time has come; the index of the
 * ready ones is what a claim walks, so that a hundred thousand hooks that wait for a retry cost it nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_queue (
      delivery_id uuid primary key,
      -- the delivery's own: the order of recording
      seq bigint not null,
      hook_id uuid not null references hooks on delete cascade,
      workspace_id uuid not null,
      -- when it is to be looked at next: the schedule, or the end of a claim's lease
      next_attempt_at timestamptz not null,
      ready boolean not null,
      -- false: claimed for one attempt on request, of a delivery that had ended
      scheduled boolean not null default true,
      claim_token uuid,
      unfinished_claims integer not null default 0
    ) with (fillfactor = 70);
    create index delivery_queue_ready on delivery_queue (hook_id, next_attempt_at, seq) where ready;
    create index delivery_queue_waiting on delivery_queue (next_attempt_at) where not ready;
    create index delivery_queue_hook on delivery_queue (hook_id);

    insert into delivery_queue (delivery_id, seq, hook_id, workspace_id, next_attempt_at, ready, claim_token,
      unfinished_claims)
    select id, seq, hook_id, workspace_id, next_attempt_at, false, claim_token, unfinished_claims
    from deliveries where status = 'pending';

    create index deliveries_held on deliveries (document_id) where body is null;
    drop index deliveries_due;
    alter table deliveries drop column next_attempt_at, drop column claim_token, drop column unfinished_claims;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * The deliveries of callbacks are partitioned by the week of their recording, so that they are dropped, not deleted. Those
 * of workspace hooks have the period `infinity` and a partition for good. The period belongs to every key from here on:
 * claims rest on `delivery_queue`, which is not partitioned, and an event has one period for all of a hook's rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deliveries rename to deliveries_before;
    create table deliveries (
      id uuid not null,
      seq bigint not null generated always as identity,
      hook_id uuid not null references hooks on delete cascade,
      -- Monday of the week for a callback; infinity for a hook of the workspace
      period date not null default 'infinity',
      workspace_id uuid not null,
      event_id text not null,
      event text not null,
      document_id uuid,
      status text not null check (status in ('pending', 'success', 'giving_up')),
      attempts integer not null default 0,
      schedule_step integer not null default 0,
      body text,
      mode text check (mode in ('full', 'minimal')),
      held_until timestamptz,
      next_retry_at timestamptz,
      response_status integer,
      response_body text not null default '',
      latency_ms integer not null default 0,
      attempt_log jsonb not null default '[]',
      created_at timestamptz not null,
      completed_at timestamptz,
      primary key (id, period),
      unique (event_id, hook_id, period)
    ) partition by range (period);
    create table deliveries_workspace partition of deliveries for values from ('9999-01-01') to (maxvalue);
    create table deliveries_default partition of deliveries default;

    insert into deliveries (id, seq, hook_id, period, workspace_id, event_id, event, document_id, status, attempts,
      schedule_step, body, mode, held_until, next_retry_at, response_status, response_body, latency_ms, attempt_log,
      created_at, completed_at) overriding system value
    select d.id, d.seq, d.hook_id,
      case when hooks.scope = 'workspace' then 'infinity' else date_trunc('week', d.created_at at time zone 'UTC')::date end,
      d.workspace_id, d.event_id, d.event, d.document_id, d.status, d.attempts, d.schedule_step, d.body, d.mode,
      d.held_until, d.next_retry_at, d.response_status, d.response_body, d.latency_ms, d.attempt_log, d.created_at,
      d.completed_at
    from deliveries_before d join hooks on hooks.id = d.hook_id;
    select setval(pg_get_serial_sequence('deliveries', 'seq'), coalesce((select max(seq) from deliveries_before), 0) + 1, false);
    drop table deliveries_before;
    create index deliveries_log on deliveries (hook_id, seq desc);
    create index deliveries_held on deliveries (document_id) where body is null;

    alter table delivery_queue add column period date not null default 'infinity';
    update delivery_queue q set period = d.period from deliveries d where d.id = q.delivery_id;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Events are deleted after 90 days, so that a document completes once can no longer rest on the events: the document
 * itself says which event it was. The API log is partitioned by day and dropped by the day. The rows of before stay in
 * the default partition; the next `prune` sorts out what is left of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents add column completion_event_id text;
    update documents set completion_event_id = events.id from events
      where events.document_id = documents.id and events.type = 'document.completed';
    drop index events_one_completion;
    create index events_document on events (document_id);
    create index events_age on events (created_at);

    alter table api_log rename to api_log_before;
    create table api_log (
      id bigint not null generated always as identity,
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
    ) partition by range (at);
    create table api_log_default partition of api_log default;
    create index on api_log (workspace_id, at desc);
    insert into api_log (request_id, at, workspace_id, key_id, method, route, status, code, document_id, ms)
      select request_id, at, workspace_id, key_id, method, route, status, code, document_id, ms
      from api_log_before order by id;
    drop table api_log_before;
  `.execute(db)
}

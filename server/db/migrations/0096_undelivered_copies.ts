import { type Kysely, sql } from 'kysely'

/**
 * A finished copy that did not arrive needs attention (decision 0560), and so do those of the last 30 days. Emails that
 * waited when their limit was 12 attempts are retried as long as later ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- somebody was to get the finished copy, and no provider took it
    alter table documents add column copies_undelivered boolean not null default false;

    with copies as (
      select distinct on (document_id, signing_request_id, body::jsonb #>> '{meta,email}') document_id, type
      from audit_events
      where type in ('email_sent', 'email_failed')
        and body::jsonb #>> '{meta,message}' in ('completed', 'observer_copy')
        and document_id in (
          select id from documents
          where completed_at > (select max(completed_at) from documents) - interval '30 days' and deleted_at is null
        )
      order by document_id, signing_request_id, body::jsonb #>> '{meta,email}', seq desc
    )
    update documents set copies_undelivered = true where id in (select document_id from copies where type = 'email_failed');

    drop trigger documents_words_renewed on documents;
    alter table documents drop column tab;
    alter table documents add column tab text generated always as (
      case
        when review_state = 'staged' then 'unsent'
        when review_state = 'discarded' or kind = 'file' then 'other'
        when (file_problem is not null or copies_undelivered) and deleted_at is null then 'attention'
        when seal_state = 'sealed' then 'signed'
        when seal_state = 'abandoned' or ended_as = 'withdrawn' or deleted_at is not null then 'other'
        when ended_as is not null or undelivered or (seal_state = 'due' and seal_failing_since is not null)
          then 'attention'
        else 'waiting'
      end
    ) stored;
    create index documents_tab on documents (workspace_id, tab, created_at desc, id desc);
    create index documents_attention on documents (workspace_id, (coalesce(ended_at, timestamptz 'infinity')))
      include (ended_at) where tab = 'attention';
    create trigger documents_words_renewed after update on documents for each row
      when ((old.tab, old.title, old.filename) is distinct from (new.tab, new.title, new.filename))
      execute function renew_words_of_document();
    update document_words set tab = documents.tab
    from documents where documents.id = document_id and documents.tab <> document_words.tab;

    do $$
      begin
        -- A new database has no queue yet.
        if to_regclass('graphile_worker._private_jobs') is not null then
          update graphile_worker._private_jobs as jobs set max_attempts = 400
          from graphile_worker._private_tasks as tasks
          where tasks.id = jobs.task_id and tasks.identifier = 'send-email'
            and jobs.attempts < jobs.max_attempts and jobs.max_attempts < 400;
        end if;
      end $$;
  `.execute(db)
  // The list is planned by them, and the next analysis may be far.
  await sql`analyze documents`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * What the dashboard lists, counts and searches (decision 0560). A trigger notes on the document what happened to
 * its signers, because a tab is read in order of creation: no index of another table can do that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      -- what ended it before completion, as the list sees it: a withdrawal says that the sender has dealt with the rest
      add column ended_as text check (ended_as in ('withdrawn', 'declined', 'expired')),
      add column ended_at timestamptz,
      -- an invited signer was to get an email, and no provider took it
      add column undelivered boolean not null default false;

    create function note_signers_on_document() returns trigger language plpgsql as $$
      begin
        update documents set
          ended_as = now_.ended_as,
          ended_at = case when now_.ended_as is null then null else now_.ended_at end,
          undelivered = documents.send_emails and now_.unreached
        from (
          select
            case when bool_or(status = 'withdrawn') then 'withdrawn' when bool_or(status = 'declined') then 'declined'
              when bool_or(status = 'expired') then 'expired' end as ended_as,
            max(greatest(withdrawn_at, declined_at, expired_at)) as ended_at,
            bool_or(status in ('pending', 'viewed') and not emailed and not texted) as unreached
          from signing_requests where document_id = new.document_id
        ) as now_
        where documents.id = new.document_id
          and (documents.ended_as, documents.undelivered)
            is distinct from (now_.ended_as, documents.send_emails and now_.unreached);
        return null;
      end $$;
    create trigger signing_requests_noted_on_insert after insert on signing_requests for each row
      when (new.status = 'pending' and not new.emailed and not new.texted)
      execute function note_signers_on_document();
    create trigger signing_requests_noted_on_update after update of status, emailed, texted on signing_requests
      for each row when ((old.status, old.emailed, old.texted) is distinct from (new.status, new.emailed, new.texted))
      execute function note_signers_on_document();

    update documents set ended_as = now_.ended_as, ended_at = now_.ended_at,
      undelivered = documents.send_emails and now_.unreached
    from (
      select document_id,
        case when bool_or(status = 'withdrawn') then 'withdrawn' when bool_or(status = 'declined') then 'declined'
          when bool_or(status = 'expired') then 'expired' end as ended_as,
        max(greatest(withdrawn_at, declined_at, expired_at)) as ended_at,
        bool_or(status in ('pending', 'viewed') and not emailed and not texted) as unreached
      from signing_requests group by document_id
    ) as now_
    where documents.id = now_.document_id and (now_.ended_as is not null or now_.unreached);

    alter table documents add column tab text generated always as (
      case
        when review_state = 'staged' then 'unsent'
        when review_state = 'discarded' or kind = 'file' then 'other'
        when file_problem is not null and deleted_at is null then 'attention'
        when seal_state = 'sealed' then 'signed'
        when seal_state = 'abandoned' or ended_as = 'withdrawn' or deleted_at is not null then 'other'
        when ended_as is not null or undelivered or (seal_state = 'due' and seal_failing_since is not null)
          then 'attention'
        else 'waiting'
      end
    ) stored;

    drop index documents_workspace;
    create index documents_list on documents (workspace_id, created_at desc, id desc);
    create index documents_tab on documents (workspace_id, tab, created_at desc, id desc);
    create index documents_metadata on documents using gin (metadata jsonb_path_ops);
    create index signing_requests_email on signing_requests (workspace_id, lower(email) text_pattern_ops);

    -- Trusted since PostgreSQL 13, and a part of its contrib. Without it words are found by reading: slower, the same.
    do $$
      declare
        place text;
      begin
        begin
          create extension if not exists pg_trgm;
        exception when insufficient_privilege or undefined_file or feature_not_supported then
          raise notice 'pg_trgm is not available: searching words reads more rows';
        end;
        select quote_ident(nspname) into place
          from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        if place is not null then
          execute format('create index documents_words on documents using gin ((title || '' '' || filename) %s.gin_trgm_ops)', place);
          execute format('create index signing_requests_names on signing_requests using gin (name %s.gin_trgm_ops)', place);
        end if;
      end $$;
  `.execute(db)
}

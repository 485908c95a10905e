import { type Kysely, sql } from 'kysely'

/**
 * What people are emailed about of the documents that they sent (decision 0020): all, problems only, or none. The reason
 * of a withdrawal, where the signer is to read it. What became of a signer's proposal, and that one which waits for an
 * answer needs attention (decision 0560).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column emails text not null default 'all' check (emails in ('all', 'problems', 'none'));
    alter table signing_requests
      add column withdrawal_reason text,
      -- what the provider said of an invitation that came back
      add column email_problem text,
      -- whom the sender has decided not to ask instead
      add column proposal_ignored text,
      -- of the link of somebody whose proposal was followed
      add column passed_on_version integer,
      add column passed_on_key_version integer;
    alter table documents add column hand_over_proposed boolean not null default false;

    create or replace function note_signers_on_document() returns trigger language plpgsql as $$
      begin
        update documents set
          ended_as = now_.ended_as,
          ended_at = case when now_.ended_as is null then null else now_.ended_at end,
          undelivered = documents.send_emails and now_.unreached,
          hand_over_proposed = now_.proposed
        from (
          select
            case when bool_or(status = 'withdrawn') then 'withdrawn' when bool_or(status = 'declined') then 'declined'
              when bool_or(status = 'expired') then 'expired' end as ended_as,
            max(greatest(withdrawn_at, declined_at, expired_at)) as ended_at,
            bool_or(status in ('pending', 'viewed') and not emailed and not texted) as unreached,
            bool_or(status in ('pending', 'viewed') and proposed_at is not null) as proposed
          from signing_requests where document_id = new.document_id
        ) as now_
        where documents.id = new.document_id
          and (documents.ended_as, documents.undelivered, documents.hand_over_proposed)
            is distinct from (now_.ended_as, documents.send_emails and now_.unreached, now_.proposed);
        return null;
      end $$;
    drop trigger signing_requests_noted_on_update on signing_requests;
    create trigger signing_requests_noted_on_update after update of status, emailed, texted, proposed_at
      on signing_requests for each row
      when ((old.status, old.emailed, old.texted, old.proposed_at)
        is distinct from (new.status, new.emailed, new.texted, new.proposed_at))
      execute function note_signers_on_document();
    update documents set hand_over_proposed = true where id in (
      select document_id from signing_requests where status in ('pending', 'viewed') and proposed_at is not null
    );

    drop trigger documents_words_renewed on documents;
    alter table documents drop column tab;
    alter table documents add column tab text generated always as (
      case
        when review_state = 'staged' then 'unsent'
        when review_state = 'discarded' or kind = 'file' then 'other'
        when (file_problem is not null or copies_undelivered) and deleted_at is null then 'attention'
        when seal_state = 'sealed' then 'signed'
        when seal_state = 'abandoned' or ended_as = 'withdrawn' or deleted_at is not null then 'other'
        when ended_as is not null or undelivered or hand_over_proposed
          or (seal_state = 'due' and seal_failing_since is not null) then 'attention'
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
  `.execute(db)
  // The list is planned by them, and the next analysis may be far.
  await sql`analyze documents`.execute(db)
}

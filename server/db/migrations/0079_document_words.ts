import { type Kysely, sql } from 'kysely'

/**
 * What words are looked for in, one narrow row for each document, in the order of the list: a search reads thousands of
 * these rows in the time of hundreds of documents, and finds title and signers in one place (decision 0560). Triggers
 * keep them, so that no code that changes a name has to remember the search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_words (
      document_id uuid primary key references documents on delete cascade,
      workspace_id uuid not null,
      created_at timestamptz not null,
      tab text not null,
      -- in lower case, each on a line of its own: title, filename, each signer's name and address
      words text not null
    )
    -- A document changes its tab once or twice: there is room for that, so that neighbours in the list stay neighbours.
    with (fillfactor = 85);
    -- What every hundredth document has is found soonest by reading the newest, what few have by its index. The default
    -- sample of 100 rows does not tell the two apart.
    alter table document_words alter column words set statistics 1000;
    alter table documents alter column metadata set statistics 1000;

    create function words_of_document(of_id uuid, title text, filename text) returns text language sql stable as $$
      select lower(concat_ws(e'\n', title, filename, string_agg(concat_ws(e'\n', name, email), e'\n' order by position)))
      from signing_requests where document_id = of_id
    $$;

    create function note_words_of_documents() returns trigger language plpgsql as $$
      begin
        insert into document_words
        select id, workspace_id, created_at, tab, words_of_document(id, title, filename) from added;
        return null;
      end $$;
    create trigger documents_words_noted after insert on documents referencing new table as added
      for each statement execute function note_words_of_documents();

    -- For signers that are not inserted in the statement that inserts their document.
    create function note_words_of_signers() returns trigger language plpgsql as $$
      begin
        update document_words set words = now_.words
        from (
          select id, words_of_document(id, title, filename) as words from documents
          where id in (select document_id from added)
        ) as now_
        where document_id = now_.id and document_words.words <> now_.words;
        return null;
      end $$;
    create trigger signing_requests_words_noted after insert on signing_requests referencing new table as added
      for each statement execute function note_words_of_signers();

    create function renew_words(of_id uuid) returns void language plpgsql as $$
      begin
        -- Of two signers renamed at once the second waits here, and then sees what the first has changed.
        perform from document_words where document_id = of_id for update;
        update document_words set tab = documents.tab, words = words_of_document(documents.id, title, filename)
        from documents where documents.id = document_id and document_id = of_id;
      end $$;
    create function renew_words_of_document() returns trigger language plpgsql as $$
      begin
        perform renew_words(new.id);
        return null;
      end $$;
    create function renew_words_of_signer() returns trigger language plpgsql as $$
      begin
        perform renew_words(new.document_id);
        return null;
      end $$;
    create trigger documents_words_renewed after update on documents for each row
      when ((old.tab, old.title, old.filename) is distinct from (new.tab, new.title, new.filename))
      execute function renew_words_of_document();
    create trigger signing_requests_words_renewed after update of name, email on signing_requests for each row
      when ((old.name, old.email) is distinct from (new.name, new.email)) execute function renew_words_of_signer();

    -- After the triggers, which let nobody write in the meantime.
    insert into document_words
    select documents.id, documents.workspace_id, documents.created_at, documents.tab,
      lower(concat_ws(e'\n', title, filename, signers.words))
    from documents left join (
      select document_id, string_agg(concat_ws(e'\n', name, email), e'\n' order by position) as words
      from signing_requests group by document_id
    ) as signers on signers.document_id = documents.id
    -- as they will be added, so that those of one page of the list are neighbours
    order by documents.created_at;
    create index document_words_list on document_words (workspace_id, created_at desc, document_id desc);

    drop index if exists documents_words, signing_requests_names;
    do $$
      declare
        place text;
      begin
        select quote_ident(nspname) into place
          from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        if place is not null then
          execute format('create index document_words_trigrams on document_words using gin (words %s.gin_trgm_ops)', place);
        end if;
      end $$;
  `.execute(db)
  // Its statistics are what a search is planned by, and the next analysis may be far.
  await sql`analyze document_words`.execute(db)
  await sql`analyze documents (metadata)`.execute(db)
}

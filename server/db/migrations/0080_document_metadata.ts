import { type Kysely, sql } from 'kysely'

/**
 * Each pair of key and value of a document's metadata, with the document's place in the list: a page of a search is the
 * beginning of a range of the primary key, whether one document has the pair or all have (decision 0560).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Not md5, which a PostgreSQL in FIPS mode refuses. The JSON text keeps 7 and "7" apart; keys contain no colon.
    create function metadata_pair(workspace_id uuid, key text, value jsonb) returns bigint language plpgsql immutable as $$
      begin
        return ('x' || left(encode(
          sha256(convert_to(workspace_id::text || ':' || key || ':' || value::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint;
      end $$;
    create table document_metadata (
      -- by metadata_pair()
      pair bigint,
      created_at timestamptz,
      document_id uuid,
      primary key (pair, created_at, document_id)
    );

    create function note_metadata() returns trigger language plpgsql as $$
      begin
        insert into document_metadata select metadata_pair(workspace_id, key, value), created_at, id
        from added, jsonb_each(metadata)
        -- two pairs may have one hash
        on conflict do nothing;
        return null;
      end $$;
    create trigger documents_metadata_noted after insert on documents referencing new table as added
      for each statement execute function note_metadata();

    -- Documents are never deleted, only emptied. A foreign key would need an index that every send would pay for.
    create function renew_metadata() returns trigger language plpgsql as $$
      begin
        delete from document_metadata
        where (pair, created_at, document_id) in (
          select metadata_pair(old.workspace_id, key, value), old.created_at, old.id from jsonb_each(old.metadata)
        );
        insert into document_metadata select metadata_pair(new.workspace_id, key, value), new.created_at, new.id
        from jsonb_each(new.metadata) on conflict do nothing;
        return null;
      end $$;
    create trigger documents_metadata_renewed after update on documents for each row
      when (old.metadata is distinct from new.metadata) execute function renew_metadata();

    -- After the triggers, which let nobody write in the meantime.
    insert into document_metadata select metadata_pair(workspace_id, key, value), created_at, id
    from documents, jsonb_each(metadata) order by 1, 2, 3 on conflict do nothing;

    drop index if exists documents_metadata;
    alter table documents alter column metadata set statistics -1;

    -- A signer whom no mail reaches changes the tab while the document is inserted: \`added\` does not know.
    create or replace function note_words_of_documents() returns trigger language plpgsql as $$
      begin
        insert into document_words
        select id, workspace_id, created_at, tab, words_of_document(id, title, filename)
        from documents where id in (select id from added);
        return null;
      end $$;
    update document_words set tab = documents.tab
    from documents where documents.id = document_id and documents.tab <> document_words.tab;

    -- A word of every 250th document is 4 entries of a sample of 1,000, more or less, which can look like 1.
    alter table document_words alter column words set statistics 3000;
  `.execute(db)
  await sql`analyze document_metadata`.execute(db)
  await sql`analyze document_words (words)`.execute(db)
}

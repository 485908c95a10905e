import { type Kysely, sql } from 'kysely'

/** Documents sent from the rows of a CSV file. A row and its document are written in one transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bulk_sends (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      template_id uuid not null,
      template_version integer not null,
      filename text not null,
      state text not null check (state in ('checking', 'checked', 'sending', 'stopped', 'done')),
      -- why it was stopped; null: by a person
      stop_reason text,
      -- whoever uploaded it, and then whoever pressed the button
      user_id uuid not null references users,
      ip text,
      user_agent text,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      foreign key (template_id, template_version) references template_versions (template_id, version)
    );
    create index bulk_sends_list on bulk_sends (template_id, created_at desc, id);
    create index bulk_sends_age on bulk_sends (changed_at);
    create table bulk_rows (
      bulk_id uuid not null references bulk_sends on delete cascade,
      -- as the spreadsheet numbers it: its heading is row 1
      row integer not null,
      -- recipients and values; null: they are with the document
      given jsonb,
      checked boolean not null default false,
      -- what is wrong with it, column by column; null: nothing that is known of
      problems jsonb,
      document_id uuid references documents,
      primary key (bulk_id, row),
      check ((given is null) = (document_id is not null))
    );
    create index bulk_rows_documents on bulk_rows (document_id) where document_id is not null;
  `.execute(db)
}

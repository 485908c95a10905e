import { type Kysely, sql } from 'kysely'

/** Pages by which anybody becomes the signer of a new document from a template (decision 0567). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces add column direct_links boolean not null default false;

    create table direct_links (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id),
      template_id uuid not null references templates (id),
      link_key_version integer not null,
      -- the sender of its documents; null: no user any more
      made_by uuid references users (id) on delete set null,
      created_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index direct_links_in_use on direct_links (template_id) where ended_at is null;

    create table direct_starts (
      id uuid primary key,
      direct_link_id uuid not null references direct_links (id),
      email text not null,
      name text not null,
      locale text not null,
      code_key_version integer not null,
      tries integer not null default 0,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table direct_documents (
      document_id uuid primary key references documents (id) on delete cascade,
      direct_link_id uuid not null references direct_links (id)
    );
    create index direct_documents_of_link on direct_documents (direct_link_id);
  `.execute(db)
}

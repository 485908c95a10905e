import { type Kysely, sql } from 'kysely'

/**
 * The field registry and templates (contract 2.7, 2.8; decision 0502). Drafts and snapshots are JSON: they are
 * read and written whole, and a snapshot must not change when a table does. A locked version can neither change nor go.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table field_definitions (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      key text not null,
      kind text not null check (kind in ('scalar', 'collection')),
      type text,
      -- options, currency, decimals, example, max_length, max_rows, labels, columns
      properties jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      archived_at timestamptz,
      unique (workspace_id, key),
      check ((kind = 'scalar') = (type is not null))
    );

    create table templates (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      status text not null check (status in ('draft', 'locked', 'archived')),
      name text not null,
      -- the newest locked version
      version integer not null default 0,
      draft jsonb not null,
      -- raised by every change of the draft: its optimistic lock
      revision integer not null default 1,
      file_sha256 text not null,
      locked_at timestamptz,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index templates_list on templates (workspace_id, updated_at desc, id desc);

    -- The PDFs of drafts and versions, kept as long as the template.
    create table template_files (
      template_id uuid not null references templates,
      sha256 text not null,
      region text not null check (region in ('eu', 'ch', 'us')),
      blob_key text not null,
      filename text not null,
      length bigint not null,
      page_sizes jsonb not null,
      created_at timestamptz not null,
      primary key (template_id, sha256)
    );

    create table template_versions (
      template_id uuid not null references templates,
      version integer not null,
      -- { model, fields, file }: canonical JSON (RFC 8785), exactly what is hashed
      snapshot text not null,
      snapshot_sha256 text not null,
      file_sha256 text not null,
      locked_at timestamptz not null,
      primary key (template_id, version),
      foreign key (template_id, file_sha256) references template_files
    );
    create function template_versions_are_immutable() returns trigger language plpgsql as $$
      begin raise exception 'a locked version of a template is immutable'; end $$;
    create trigger template_versions_immutable before update or delete or truncate on template_versions
      for each statement execute function template_versions_are_immutable();

    -- Where a field is used; version 0 is the draft.
    create table template_uses (
      template_id uuid not null references templates,
      version integer not null,
      key text not null,
      primary key (template_id, version, key)
    );
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** What people prepare in the dashboard, and who sent what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table drafts (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      region text not null check (region in ('eu', 'ch', 'us')),
      model jsonb not null,
      files jsonb not null,
      revision integer not null default 0,
      send_at timestamptz,
      send_zone text,
      scheduled_by uuid references users on delete set null,
      sending_until timestamptz,
      send_problem text,
      created_by uuid references users on delete set null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index drafts_list on drafts (workspace_id, updated_at desc, id desc);
    create index drafts_age on drafts (updated_at) where send_at is null;
    alter table documents
      add column sent_by uuid references users on delete set null,
      add column envelope_id uuid;
    create index documents_envelope on documents (envelope_id) where envelope_id is not null;
  `.execute(db)
}

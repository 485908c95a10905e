import { type Kysely, sql } from 'kysely'

/**
 * Instances of templates and their review (contract 3, 4.12, 4.13; decision 0507): which version a document was
 * made from, the values that were printed, and the 14 days in which a staged one is confirmed or discarded. The fields
 * of an instance have no placement, and a file has no signers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      alter column placement drop not null,
      add column kind text not null default 'esign' check (kind in ('esign', 'file')),
      add column template_id uuid,
      add column template_version integer,
      -- null: never staged
      add column review_state text check (review_state in ('staged', 'confirmed', 'discarded')),
      add column review_expires_at timestamptz,
      add column review_decided_at timestamptz,
      add column review_actor text check (review_actor in ('api_key', 'user', 'system')),
      -- of a discarded one: by somebody, or by time
      add column review_reason text check (review_reason in ('discarded', 'expired')),
      add foreign key (template_id, template_version) references template_versions (template_id, version),
      add check ((template_id is null) = (template_version is null)),
      add check ((review_state is null) = (review_expires_at is null)),
      add check (placement is not null or template_id is not null);
    create index documents_staged on documents (review_expires_at) where review_state = 'staged';
    create index documents_discarded on documents (review_decided_at)
      where review_state = 'discarded' and files_deleted_at is null;

    -- What the sender gave; a signer's answers are in fields.value alone.
    create table document_values (
      document_id uuid not null references documents on delete cascade,
      key text not null,
      position integer not null,
      value jsonb not null,
      at timestamptz not null,
      primary key (document_id, key)
    );

    -- The option of an enum that a checkbox stands for.
    alter table fields add column option text;
    -- The template pins the slot to this address.
    alter table signing_requests add column pinned boolean not null default false;
  `.execute(db)
}

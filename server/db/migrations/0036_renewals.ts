import { type Kysely, sql } from 'kysely'

/** Document time stamps over stored sealed files: until when each file's newest time stamp holds, and who renews it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table document_revisions drop constraint document_revisions_kind_check;
    alter table document_revisions add constraint document_revisions_kind_check
      check (kind in ('upload', 'preparation', 'signer', 'seal', 'renewal'));

    -- sealed documents whose files were read for it; null: the file does not verify
    create table renewals (
      document_id uuid primary key references documents (id),
      holds_until timestamptz,
      due_at timestamptz not null,
      attempts integer not null default 0,
      claimed_by text,
      error text,
      renewed_at timestamptz
    );
    create index renewals_holds_until on renewals (holds_until);
    create index renewals_claimed_by on renewals (claimed_by) where claimed_by is not null;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * What is due is found without reading what is not: reminders by their step, drafts and starts by their time, copies that
 * did not arrive. Every sealed file has its row in `renewals`, so that those of older versions are found there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index if exists signing_requests_invited;
    create index signing_requests_reminded on signing_requests (workspace_id, reminder_steps, invited_at)
      where status in ('pending', 'viewed');
    create index drafts_due on drafts (send_at) where send_at is not null;
    create index direct_starts_age on direct_starts (expires_at);
    create index documents_copies on documents (completed_at) where copies_undelivered;

    insert into renewals (document_id, due_at)
      select id, coalesce(completed_at, created_at) from documents
      where seal_state = 'sealed' and deleted_at is null
        and not exists (select from renewals where document_id = documents.id);
    create index renewals_unknown on renewals (due_at) where holds_until is null;
  `.execute(db)
}

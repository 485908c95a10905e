import { type Kysely, sql } from 'kysely'

/** Drafts that replace a document, and what they take over from it that nobody edits (decision 0566). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table drafts add column replaces uuid, add column carried jsonb;
    -- nobody prepares the same document twice
    create unique index drafts_replaces on drafts (replaces) where replaces is not null;
    alter table documents add column replaces uuid;
    create index documents_replaces on documents (replaces) where replaces is not null;
  `.execute(db)
}

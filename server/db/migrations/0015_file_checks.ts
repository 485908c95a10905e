import { type Kysely, sql } from 'kysely'

/**
 * Every byte that is served is compared with what was stored: hashes of each file's chunks, when a document's files were
 * last checked, and what is wrong with them. Chunks of existing files are null until they are first read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table document_revisions add column chunks bytea;
    alter table documents
      add column file_problem text check (file_problem in ('missing', 'unreadable', 'altered')),
      add column file_problem_since timestamptz,
      -- documents of before are the first to be checked
      add column files_checked_at timestamptz not null default 'epoch';
    create index documents_files_checked on documents (files_checked_at) where deleted_at is null;
    create index documents_file_problem on documents (file_problem_since) where file_problem is not null;
  `.execute(db)
}

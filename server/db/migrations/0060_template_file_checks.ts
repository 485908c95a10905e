import { type Kysely, sql } from 'kysely'

/** The PDFs of templates are compared with their hashes as the files of documents are: when last, and what is wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table template_files
      add column file_problem text check (file_problem in ('missing', 'unreadable', 'altered')),
      -- files of before are the first to be checked
      add column files_checked_at timestamptz not null default 'epoch';
    create index template_files_checked on template_files (files_checked_at);
    create index template_files_problem on template_files (template_id) where file_problem is not null;
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The printed audit trail of a document that has ended, as it was sealed last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sealed_trails (
      document_id uuid primary key references documents (id),
      -- the last event that it shows
      head_seq integer not null,
      blob_key text not null,
      sha256 text not null,
      -- until when its time stamp holds; null: not known
      holds_until timestamptz,
      sealed_at timestamptz not null
    )
  `.execute(db)
}

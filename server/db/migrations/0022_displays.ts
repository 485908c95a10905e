import { type Kysely, sql } from 'kysely'

/** What a signer had on screen: the pages of each view, from when to when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table displays (
      signing_request_id uuid not null references signing_requests on delete cascade,
      view text not null check (view in ('pages', 'text', 'download', 'none')),
      pages integer[] not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (signing_request_id, view)
    );
  `.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** What a worker does; one of an earlier release, which does not say so, does everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table worker_heartbeats add column roles text[] not null default '{seal,mail,deliveries,due}'
  `.execute(db)
}

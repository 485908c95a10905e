import { type Kysely, sql } from 'kysely'

/**
 * Given-up deliveries stay for 30 days and waiting ones for as long as they wait, so that after an outage a hook has
 * hundreds of thousands beyond its log of 100. These find what is asked of a log without reading them all: what has
 * ended one way or the other, what is retried, what was given up since or before a time, and the few that are tried
 * once. A delivery that succeeds at its first attempt is in the first of them only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index deliveries_ended on deliveries (hook_id, status, seq desc) where status <> 'pending';
    create index deliveries_failing on deliveries (hook_id, seq desc) where status = 'pending' and attempts > 0;
    create index deliveries_given_up on deliveries (hook_id, completed_at) where status = 'giving_up';
    create index deliveries_once on deliveries (hook_id, seq) where status = 'giving_up' and (once or event = 'ping');
  `.execute(db)
}

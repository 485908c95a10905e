import { type Kysely, sql } from 'kysely'

/**
 * Claims name the process that holds them, so that those of a dead process end with it, not with their lease. Null:
 * nothing proves that the process is alive, and the claim lasts until its lease ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_keys add column claimed_by text;
    create index idempotency_keys_claimed on idempotency_keys (claimed_by)
      where status is null and claimed_by is not null;
    alter table documents add column seal_claimed_by text;
  `.execute(db)
}

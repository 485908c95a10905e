import { type Kysely, sql } from 'kysely'

/** An address of 2,048 characters (contract 2.2) can have 8,192 bytes, more than an index takes: it is known by a hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index hooks_target;
    create unique index hooks_target on hooks (workspace_id, md5(target_url)) where enabled and scope = 'workspace';
  `.execute(db)
}

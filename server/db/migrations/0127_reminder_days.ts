import { type Kysely, sql } from 'kysely'

/** Days after the invitation when the signers of this document are reminded; null: as the workspace says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column reminder_days integer[]`.execute(db)
}

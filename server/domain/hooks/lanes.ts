import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Moves hooks between the delivery lanes: hook id to whether it belongs in the slow one. */
export async function moveHooks(db: Db, now: Date, moves: ReadonlyMap<string, boolean>): Promise<void> {
  const slow = [...moves].filter(([, isSlow]) => isSlow).map(([id]) => id)
  await sql`
    update hooks set slow_since = case when hooks.id = any(${slow}::uuid[]) then coalesce(slow_since, ${now}) end
    from (select id from hooks where id = any(${[...moves.keys()]}::uuid[]) order by id for no key update) moved
    where hooks.id = moved.id`.execute(db)
}

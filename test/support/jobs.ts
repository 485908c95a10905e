import { sql } from 'kysely'
import type { Db } from '../../server/db/database.ts'
import type { TaskName } from '../../server/db/tasks.ts'

/** Has a running server do now what its crontab would have it do within the minute. */
export async function addJob(db: Db, task: TaskName): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, '{}'::json)`.execute(db)
}

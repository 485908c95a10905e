import { type Insertable, sql } from 'kysely'
import type { Db } from './database.ts'
import type { ApiLogTable } from './schema.ts'

export type CallLogRow = Insertable<ApiLogTable>

/** Writes the rows of the API log. */
export interface CallLog {
  /** Resolves when the row is committed. */
  add(row: CallLogRow): Promise<void>
}

interface Waiting {
  row: CallLogRow
  resolve(): void
  reject(error: unknown): void
}

const BATCH = 500

/**
 * One statement at a time: rows that come while it runs go together with the next. A call waits for the
 * commit of its own row, so that a process killed between two batches loses no row of a call that was responded to.
 */
export function createCallLog(db: Db): CallLog {
  const waiting: Waiting[] = []
  let writing = false

  async function writeAll(): Promise<void> {
    for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH)) {
      try {
        await insert(
          db,
          batch.map(({ row }) => row),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    writing = false
  }

  return {
    add: (row) =>
      new Promise((resolve, reject) => {
        waiting.push({ row, resolve, reject })
        if (writing) return
        writing = true
        void writeAll()
      }),
  }
}

/** The same statement for any number of rows. */
async function insert(db: Db, rows: CallLogRow[]): Promise<void> {
  await sql`
    insert into api_log (request_id, at, workspace_id, key_id, method, route, status, code, document_id, ms)
    select request_id, at, workspace_id, key_id, method, route, status, code, document_id, ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (request_id uuid, at timestamptz, workspace_id uuid,
      key_id uuid, method text, route text, status integer, code text, document_id uuid, ms integer)
  `.execute(db)
}

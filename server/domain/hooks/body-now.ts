import type { Kysely } from 'kysely'
import type { Database, PayloadMode } from '../../db/schema.ts'
import { bodyOf } from '../events/body.ts'
import type { HookRow } from './find.ts'

/** What a delivery in the log has of its body. */
interface Logged {
  event_id: string
  /** Null while held. */
  body: string | null
  mode: PayloadMode | null
}

/**
 * The body of a delivery that is sent now, in the current payload mode of the hook (contract 4.8). The stored text while
 * the mode is unchanged, so that the bytes are identical.
 */
export async function bodyNow(
  db: Kysely<Database>,
  hook: Pick<HookRow, 'payload'>,
  { body, mode, event_id }: Logged,
): Promise<{ body: string; mode: PayloadMode }> {
  if (body !== null && mode === hook.payload) return { body, mode }
  return { body: await bodyOf(db, event_id, hook.payload), mode: hook.payload }
}

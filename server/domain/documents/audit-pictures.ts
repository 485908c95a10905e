import type { Db, Tx } from '../../db/database.ts'
import type { Ink } from '../../pdf/types.ts'

/** A signature as it is stored with its field (`domain/signing/values.ts`). */
type StoredInk = Exclude<Ink, { type: 'image' }> | { type: 'image'; data: string }

/** The first signature of each signing request, as it was drawn; none after the values were deleted. */
export async function readInks(db: Db | Tx, documentId: string): Promise<Map<string, Ink>> {
  const rows = await db
    .selectFrom('fields')
    .select(['signing_request_id', 'value'])
    .where('document_id', '=', documentId)
    .where('kind', '=', 'signature')
    .where('value', 'is not', null)
    .orderBy('position', 'desc')
    .execute()
  return new Map(rows.map(({ signing_request_id: id, value }) => [id, toInk(value as StoredInk)]))
}

function toInk(value: StoredInk): Ink {
  return value.type === 'image' ? { type: 'image', bytes: Buffer.from(value.data, 'base64') } : value
}

/** The `User-Agent` of every entry that still has one, by `seq`: the private part can be erased. */
export async function readAgents(db: Db | Tx, documentId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('audit_private')
    .select(['seq', 'body'])
    .where('document_id', '=', documentId)
    .execute()
  return new Map(
    rows.flatMap(({ seq, body }) => {
      const { user_agent: agent } = JSON.parse(body) as { user_agent: string | null }
      return agent === null ? [] : [[seq, agent] as const]
    }),
  )
}

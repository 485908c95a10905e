import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type DocumentRow, lockQuery, type SignerRow, underLock } from './documents.ts'

/** A column's value as JSON has it. */
type InJson<T> = T extends Date ? string : T

/** A signer's row as Postgres writes it in JSON. */
export type SignerJson = { [Column in keyof SignerRow]: InJson<SignerRow[Column]> }

type TimeColumn = { [Column in keyof SignerRow]: Date extends SignerRow[Column] ? Column : never }[keyof SignerRow]

/** Every column that holds a time; one that is missing here does not compile. */
const TIMES: Record<TimeColumn, true> = {
  created_at: true,
  declined_at: true,
  expired_at: true,
  expires_at: true,
  invited_at: true,
  last_reminded_at: true,
  proposed_at: true,
  reassigned_at: true,
  signed_at: true,
  sms_locked_at: true,
  sms_verified_at: true,
  viewed_at: true,
  withdrawn_at: true,
}

/** The signers of the document whose id is in the given column, in the order of the call, as a part of another query. */
export function signersAsJson(documentId: 'documents.id'): RawBuilder<SignerJson[]> {
  return sql<SignerJson[]>`(select coalesce(jsonb_agg(to_jsonb(signer) order by signer.position), '[]')
    from signing_requests signer where signer.document_id = ${sql.ref(documentId)})`
}

/** `lockDocument`, with the signers as they are under the lock, in the order of the call. */
export async function lockWithSigners(
  tx: Tx,
  documentId: string,
): Promise<{ document: DocumentRow; signers: SignerRow[] }> {
  const row = await lockQuery(tx, documentId)
    .select(sql<SignerJson[]>`signers_now(locked.id)`.as('signers'))
    .executeTakeFirstOrThrow()
  const { signers, ...document } = underLock(tx, row)
  return { document, signers: signersFromJson(signers) }
}

/** The signers that another part of the same statement inserts, in the order of the call. */
export function insertedSignersAsJson(part: 'signers'): RawBuilder<SignerJson[]> {
  return sql<SignerJson[]>`(select jsonb_agg(to_jsonb(signer) order by signer.position) from ${sql.table(part)} signer)`
}

/** The rows of `signersAsJson`, as `loadSigners` has them. */
export function signersFromJson(rows: SignerJson[]): SignerRow[] {
  return rows.map((row) => {
    const entries = Object.entries(row).map(([column, value]) => [
      column,
      column in TIMES && typeof value === 'string' ? new Date(value) : value,
    ])
    return Object.fromEntries(entries) as SignerRow
  })
}

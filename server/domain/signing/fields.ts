import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { DomainError } from '../errors.ts'
import type { FieldRow, FieldValue } from './values.ts'

/** The signer's fields in reading order. */
export async function readFields(db: Db | Tx, signingRequestId: string): Promise<FieldRow[]> {
  return db
    .selectFrom('fields')
    .selectAll()
    .where('signing_request_id', '=', signingRequestId)
    .orderBy('position')
    .execute()
}

/** The same of several signers. */
export async function readFieldsOfAll(db: Db | Tx, signers: readonly { id: string }[]): Promise<FieldRow[]> {
  return db
    .selectFrom('fields')
    .selectAll()
    .where('signing_request_id', '=', sql<string>`any(${signers.map(({ id }) => id)})`)
    .orderBy('position')
    .execute()
}

/** Writes the values of these fields. */
export async function writeValues(
  tx: Tx,
  values: readonly { id: string; value: FieldValue | null }[],
  savedAt: Date,
): Promise<void> {
  await sql`
    update fields set value = given.value, saved_at = ${savedAt}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (id uuid, value jsonb)
    where fields.id = given.id
  `.execute(tx)
}

/** @throws DomainError `invalid_request` for more keys than the signer has fields */
export function assertAsManyAsFields(fields: readonly FieldRow[], values: object): void {
  const count = Object.keys(values).length
  if (count <= fields.length) return
  const message = `${count} fields were given; this signer has ${fields.length}`
  throw new DomainError('invalid_request', message, { meta: { count, fields: fields.length } })
}

/** The signer's own field. @throws DomainError `field_invalid` for any other id. */
export function requireField(fields: FieldRow[], id: string): FieldRow {
  const field = fields.find((candidate) => candidate.id === id)
  if (!field)
    throw new DomainError('field_invalid', 'this field does not belong to this signer', {
      meta: { field_id: id, reason: 'unknown' },
    })
  return field
}

/** The value as `checkValue` stored it. */
export function savedValue(field: FieldRow): FieldValue | null {
  return field.value as FieldValue | null
}

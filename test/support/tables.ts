import type { EnteredRow } from '../../server/domain/signing/rows.ts'
import type { FieldValue } from '../../server/domain/signing/values.ts'
import { SEEN_HEADER } from '../../server/web/signing/client-data.ts'
import { type Reachable, Signer, willing } from './flow.ts'
import type { Instance } from './templates.ts'

/** The signer of a slot of a document that was made of a template. */
export function signerOf(server: Reachable, { recipients }: Instance, slot: number): Signer {
  return new Signer(server, recipients.find((one) => one.slot === slot)!.signing_url!)
}

export const tablesOf = async (signer: Signer) => (await signer.data()).fields.filter(({ kind }) => kind === 'table')

export const rows = (entered: EnteredRow[]): FieldValue => ({ type: 'rows', rows: entered })

/** Saves the rows of the first table as the page does. */
export async function enter(signer: Signer, entered: EnteredRow[]) {
  const [table] = await tablesOf(signer)
  return signer.call<{ problems: Record<string, unknown[]>; code?: string; meta?: Record<string, unknown> }>(
    'PUT',
    'fields',
    { values: { [table!.id]: rows(entered) } },
  )
}

/** Looks at the document as it would be signed. */
export async function look(signer: Signer) {
  const values = await otherValues(signer)
  const answer = await signer.call<Buffer>('POST', 'preview.pdf', { values })
  return { ...answer, seen: answer.headers.get(SEEN_HEADER) ?? undefined }
}

async function otherValues(signer: Signer): Promise<Record<string, FieldValue>> {
  const { fields, signerName } = await signer.data()
  const others = fields.filter(({ kind }) => kind !== 'date' && kind !== 'table')
  return Object.fromEntries(others.map((field) => [field.id, willing(field, signerName ?? 'Ada')]))
}

/** Enters, looks and signs. */
export async function signWith(signer: Signer, entered: EnteredRow[]) {
  await enter(signer, entered)
  const { status, body, seen } = await look(signer)
  if (status !== 200 || seen === undefined) throw new Error(`no preview: ${status} ${JSON.stringify(body)}`)
  return finish(signer, seen)
}

/** Signs what `look` has shown. */
export async function finish(signer: Signer, seen: string | undefined) {
  return signer.call('POST', 'complete', await finishing(signer, seen))
}

/** The body of that call, which can be repeated. */
export async function finishing(signer: Signer, seen: string | undefined) {
  const { consentVersion } = await signer.data()
  await signer.display()
  return { consentVersion, values: await otherValues(signer), seen }
}

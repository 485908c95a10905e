import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { FieldType } from '../fields/definition.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'
import { reviewState } from '../signers/review.ts'
import { savedValue } from '../signing/fields.ts'
import type { FieldRow, FieldValue } from '../signing/values.ts'
import { labelIn, type Snapshot } from '../templates/model.ts'
import type { Value } from '../values/check.ts'

/** Something that was entered into a document. */
export interface DocumentValue {
  /** Null: of the sender. */
  fieldId: string | null
  key: string | null
  label: string | null
  kind: 'name' | 'date' | 'text' | 'checkbox' | 'table'
  page: number | null
  /** Null: of the sender. */
  signer: SignerRow | null
  /** The option of an enum that a checkbox stands for. */
  option: string | null
  /** Of the field; null: of a collection, and where no field says what it is. */
  type: FieldType | null
  value: Value
  at: Date
}

/**
 * What the sender gave, in the template's order, and what the signers who have signed entered, in reading order (decision
 * 0507). A value that was filled in for a signer is the signer's once they have signed, and shown to nobody before.
 * @throws DomainError `not_found`, `discarded`, `deleted_by_retention`
 */
export async function listDocumentValues(ctx: Ctx, actor: Actor, id: string): Promise<DocumentValue[]> {
  assertMay(ctx, actor, 'listDocumentValues')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  assertKept(ctx, document)
  const [signers, fields] = await Promise.all([loadSigners(ctx.db, id), readAll(ctx, id)])
  const askedOfSigners = new Set(fields.map((field) => field.field_key))
  const given = (await sendersValues(ctx, document)).filter(({ key }) => !askedOfSigners.has(key))
  return [...given, ...fields.flatMap((field) => signersValue(field, signers) ?? [])]
}

function assertKept(ctx: Pick<Ctx, 'clock'>, document: DocumentRow): void {
  if (reviewState(document, ctx.clock.now()) === 'discarded') {
    throw new DomainError('discarded', 'the document was discarded')
  }
  if (document.deleted_at === null) return
  throw new DomainError('deleted_by_retention', 'the values of this document were deleted', {
    meta: { deleted_at: document.deleted_at.toISOString() },
  })
}

async function readAll({ db }: Pick<Ctx, 'db'>, documentId: string): Promise<FieldRow[]> {
  return db.selectFrom('fields').selectAll().where('document_id', '=', documentId).orderBy('position').execute()
}

/** With their labels and kinds from the version that the document was made from. */
async function sendersValues({ db }: Pick<Ctx, 'db'>, document: DocumentRow): Promise<DocumentValue[]> {
  const { id, template_id: templateId, template_version: version } = document
  if (templateId === null || version === null) return []
  const [rows, { snapshot }] = await Promise.all([
    db.selectFrom('document_values').selectAll().where('document_id', '=', id).orderBy('position').execute(),
    db
      .selectFrom('template_versions')
      .select('snapshot')
      .where('template_id', '=', templateId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  ])
  const { model, fields } = JSON.parse(snapshot) as Snapshot
  return rows.map(({ key, value, at }) => {
    const box = model.boxes.find(({ field }) => field === key)
    const definition = fields.find((field) => field.key === key)
    const label = labelIn(box?.label ?? null, model.locale) ?? labelIn(definition?.labels ?? null, model.locale)
    const kind = box?.kind === 'table' || box?.kind === 'checkbox' ? box.kind : ('text' as const)
    const type = definition?.kind === 'scalar' ? definition.type : null
    return { fieldId: null, key, label, kind, page: null, signer: null, option: null, type, value: value as Value, at }
  })
}

/** Null: a signature, nothing, or of somebody who has not signed. */
function signersValue(field: FieldRow, signers: SignerRow[]): DocumentValue | null {
  const { id, kind, page, field_key: key, label, option, answer_type: answerType } = field
  const signer = signers.find((one) => one.id === field.signing_request_id)
  const saved = savedValue(field)
  if (kind === 'signature' || kind === 'initial' || saved === null || !signer || signer.signed_at === null) return null
  const value = enteredValue(saved)
  if (value === null) return null
  const type = answerType?.type ?? null
  return { fieldId: id, key, label, kind, page, signer, option, type, value, at: signer.signed_at }
}

/** Null: a picture of a signature. */
function enteredValue(saved: FieldValue): Value | null {
  if (saved.type === 'text') return saved.kept ?? saved.text
  if (saved.type === 'rows') return saved.kept ?? []
  return saved.type === 'checked' ? saved.checked : null
}

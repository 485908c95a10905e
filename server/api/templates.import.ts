import { importTemplate as importOne } from '../domain/templates/import.ts'
import { kindOf } from '../domain/templates/model.ts'
import type { Handler } from './contract.ts'
import { uploadSource } from './draft.ts'
import { fieldsOf, modelOf } from './template-input.ts'

/** `POST /templates/import`. */
export const importTemplate: Handler<'importTemplate'> = async (call) => {
  const { file, template, fields, template_id, lock } = call.body.data
  const model = modelOf(template)
  const { created, createdFields, problems, warnings, ...result } = await importOne(call.ctx, call.actor, {
    model,
    fields: fieldsOf(fields ?? []),
    source: file ? uploadSource(file) : null,
    templateId: template_id ?? null,
    lock: lock ?? false,
  })
  const { id, name, status, version } = result.template
  const kind = kindOf(model)
  return call.reply(200, {
    id,
    name,
    status,
    kind,
    version,
    created,
    created_fields: createdFields,
    problems,
    warnings,
  })
}

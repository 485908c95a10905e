import { listFields } from '../domain/fields/list.ts'
import { exportTemplate, getTemplateFile } from '../domain/templates/export.ts'
import { importTemplate } from '../domain/templates/import.ts'
import { listTemplates } from '../domain/templates/list.ts'
import { kindOf } from '../domain/templates/model.ts'
import { getTemplate } from '../domain/templates/read.ts'
import type { Handlers } from './contract.ts'
import { uploadSource } from './draft.ts'
import { fileAnswer } from './file-answer.ts'
import { presentField } from './present/field.ts'
import { presentTemplate, presentTemplateFile } from './present/template.ts'
import { fieldsOf, modelOf } from './template-input.ts'

const PAGE = 100

/** What `/templates` and `/fields` do, but for filling a template in. */
export const templates = {
  /** `GET /templates`. */
  async listTemplates(call) {
    const { status, limit, cursor } = call.query
    const size = limit === undefined ? PAGE : Number(limit)
    if (size < 1 || size > PAGE) {
      call.fail('invalid_request', `limit must be from 1 to ${PAGE}`, { meta: { path: 'limit' } })
    }
    const page = await listTemplates(call.ctx, call.actor, {
      status: status ?? 'locked',
      limit: size,
      cursor: cursor ?? null,
    })
    return call.reply(200, {
      templates: page.templates.map(({ updatedAt, model: _, ...summary }) => ({
        ...summary,
        updated_at: updatedAt.toISOString(),
      })),
      next_cursor: page.nextCursor,
    })
  },

  /** `GET /templates/{id}` (contract 4.13). */
  async getTemplate(call) {
    const version = call.query.version === undefined ? null : Number(call.query.version)
    return call.reply(200, presentTemplate(await getTemplate(call.ctx, call.actor, call.params.id, version)))
  },

  /** `GET /templates/{id}/export`. */
  async exportTemplate(call) {
    const { model, fields, file } = await exportTemplate(call.ctx, call.actor, call.params.id)
    return call.reply(200, { template: model, fields: fields.map(presentField), file: presentTemplateFile(file) })
  },

  /** `GET /templates/{id}/file`. */
  async getTemplateFile(call) {
    const { status, body, headers } = await fileAnswer(
      call,
      await getTemplateFile(call.ctx, call.actor, call.params.id),
    )
    return { status, body, headers }
  },

  /** `POST /templates/import`. */
  async importTemplate(call) {
    const { file, template, fields, template_id, lock } = call.body.data
    const model = modelOf(template)
    const { created, createdFields, problems, warnings, ...result } = await importTemplate(call.ctx, call.actor, {
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
  },

  /** `GET /fields` (contract 4.2). */
  async listFields(call) {
    return call.reply(200, { fields: (await listFields(call.ctx, call.actor)).map(presentField) })
  },
} satisfies Partial<Handlers>

import { exportTemplate as read, templateFile } from '../domain/templates/export.ts'
import type { Handler } from './contract.ts'
import { fileAnswer } from './file-answer.ts'
import { presentField } from './present/field.ts'
import { presentTemplateFile } from './present/template.ts'

/** `GET /templates/{id}/export`. */
export const exportTemplate: Handler<'exportTemplate'> = async (call) => {
  const { model, fields, file } = await read(call.ctx, call.actor, call.params.id)
  return call.reply(200, { template: model, fields: fields.map(presentField), file: presentTemplateFile(file) })
}

/** `GET /templates/{id}/file`. */
export const getTemplateFile: Handler<'getTemplateFile'> = async (call) => {
  const { status, body, headers } = await fileAnswer(call, await templateFile(call.ctx, call.actor, call.params.id))
  return { status, body, headers }
}

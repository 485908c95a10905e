import { readTemplate } from '../domain/templates/read.ts'
import type { Handler } from './contract.ts'
import { presentTemplate } from './present/template.ts'

/** `GET /templates/{id}` (contract 4.13). */
export const getTemplate: Handler<'getTemplate'> = async (call) => {
  const version = call.query.version === undefined ? null : Number(call.query.version)
  return call.reply(200, presentTemplate(await readTemplate(call.ctx, call.actor, call.params.id, version)))
}

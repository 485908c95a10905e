import { listFields as list } from '../domain/fields/list.ts'
import type { Handler } from './contract.ts'
import { presentField } from './present/field.ts'

/** `GET /fields` (contract 4.2). */
export const listFields: Handler<'listFields'> = async (call) =>
  call.reply(200, { fields: (await list(call.ctx, call.actor)).map(presentField) })

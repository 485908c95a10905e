import { changePhone } from '../domain/signing/change-phone.ts'
import { readSigningRequest } from '../domain/signing/read.ts'
import type { Handler } from './contract.ts'
import { presentRow } from './present/signing-request.ts'

/** `PATCH /signing-requests/{id}` (contract 4.11): the phone number, nothing else. */
export const updateSigningRequest: Handler<'updateSigningRequest'> = async (call) => {
  await changePhone(call.ctx, call.actor, call.params.id, call.body.data.phone_e164)
  const view = await readSigningRequest(call.ctx, call.actor, call.params.id)
  return call.reply(200, presentRow(call.ctx, call.actor, view))
}

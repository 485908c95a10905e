import { getMe } from '../domain/records/workspaces/me.ts'
import type { Handler } from './contract.ts'

/** `GET /me` (contract 4.1): the properties and permissions of the key. */
export const handleMe: Handler<'getMe'> = async (call) => {
  const { workspace, key, capabilities, smsAllowance, sandbox } = await getMe(call.ctx, call.actor)
  const { monthly, used, remaining, resetsAt } = smsAllowance
  return call.reply(200, {
    workspace,
    key,
    capabilities,
    sandbox,
    sms_allowance: { monthly, used, remaining, resets_at: resetsAt.toISOString() },
  })
}

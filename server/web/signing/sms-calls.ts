import { Hono } from 'hono'
import { z } from 'zod'
import { sendCode } from '../../domain/sms/send-code.ts'
import { verifyCode } from '../../domain/sms/verify-code.ts'
import { FEW_PARTS, readJson } from '../json-body.ts'
import type { SignerRoot, SignerState } from './caller.ts'

const EmptyBody = z.strictObject({})
const Verify = z.strictObject({ code: z.string() })

/** The two calls of the SMS step. A code is never requested by GET: a scanner that opens the link must not send one. */
export function smsCalls(root: SignerRoot): Hono<SignerState> {
  const routes = new Hono<SignerState>()
  routes.post(`${root}/:token/sms/code`, async (c) => {
    await readJson(c, EmptyBody, FEW_PARTS)
    return c.json(await sendCode(c.get('ctx'), c.get('signer')))
  })
  routes.post(`${root}/:token/sms/verify`, async (c) => {
    const { code } = await readJson(c, Verify, FEW_PARTS)
    await verifyCode(c.get('ctx'), c.get('signer'), code)
    return c.json({ verified: true })
  })
  return routes
}

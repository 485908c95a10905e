import { Hono } from 'hono'
import { z } from 'zod'
import type { Ctx } from '../../context.ts'
import { sendCode } from '../../domain/sms/send-code.ts'
import { verifyCode } from '../../domain/sms/verify-code.ts'
import type { State } from '../../http/state.ts'
import { readJson } from '../json-body.ts'
import { type SignerRoot, signerOf } from './caller.ts'

const EmptyBody = z.strictObject({})
const Verify = z.strictObject({ code: z.string() })

/** The two calls of the SMS step. A code is never requested by GET: a scanner that opens the link must not send one. */
export function smsCalls(ctx: Ctx, root: SignerRoot): Hono<State> {
  const routes = new Hono<State>()
  routes.post(`${root}/:token/sms/code`, async (c) => {
    await readJson(c, EmptyBody)
    return c.json(await sendCode(ctx, await signerOf(ctx, root, c)))
  })
  routes.post(`${root}/:token/sms/verify`, async (c) => {
    const { code } = await readJson(c, Verify)
    await verifyCode(ctx, await signerOf(ctx, root, c), code)
    return c.json({ verified: true })
  })
  return routes
}

import { createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { SIGN_IN } from '../../limits.ts'
import { type Binding, OpenIdError, type OpenIdReason } from '../../net/openid.ts'
import type { Origin } from '../actor.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { type SsoRefusal, signInBySso } from './single-sign-on.ts'

/** Why nobody is signed in: see both. `over`: the answer is not to what this browser asked last, or came too late. */
export type SsoProblem = OpenIdReason | SsoRefusal | 'over'

const WINDOW_BYTES = 32

/**
 * Begins a sign-in at the issuer of the settings. Nothing is stored: everything derives from `window`, a secret with the
 * time that the browser keeps and brings back, so no other browser can finish what this one began.
 * @returns where the browser goes; or why it cannot
 */
export async function beginSso(ctx: Ctx): Promise<{ address: string; window: string } | SsoProblem> {
  const window = `${randomBytes(WINDOW_BYTES).toString('base64url')}~${ctx.clock.now().getTime()}`
  return resultOrReason(ctx, async () => ({ address: await ctx.openId!.authorizationUrl(bindingOf(window)), window }))
}

/**
 * Signs in with the answer of the issuer, in the browser that asked; once, and within 15 minutes.
 * @param query as it was called, with its `?`
 */
export async function finishSso(
  ctx: Ctx,
  { window, query }: { window: string; query: string },
  origin: Origin,
): Promise<{ token: string } | SsoProblem> {
  const binding = bindingOf(window)
  if (new URLSearchParams(query).get('state') !== binding.state) return 'over'
  const ageMs = ctx.clock.now().getTime() - Number(window.split('~')[1])
  if (!(ageMs < SIGN_IN.livesMs) || !(await takeState(ctx, binding))) return 'over'
  return resultOrReason(ctx, async () => signInBySso(ctx, await ctx.openId!.claims(query, binding), origin))
}

/** False: an answer to this was given before. A cookie that was copied, and the issuer's leniency, open nothing twice. */
async function takeState(ctx: Ctx, { state }: Binding): Promise<boolean> {
  const once = { requests: 1, windowSeconds: SIGN_IN.livesMs / 1000 }
  return (await takeToken(ctx, `sso:${state}`, once)).allowed
}

function bindingOf(window: string): Binding {
  const derived = (use: string) => createHmac('sha256', window).update(use).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/** The result, or why the issuer did not give one; the reason in full is for the log. */
async function resultOrReason<T>(ctx: Ctx, work: () => Promise<T>): Promise<T | OpenIdReason> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error
    if (error.reason !== 'cancelled') ctx.log.warn({ reason: error.message }, 'single sign-on failed')
    return error.reason
  }
}

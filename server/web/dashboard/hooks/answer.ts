import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { AttemptResult } from '../../../domain/deliveries/outcome.ts'
import { HOOK_SENDS } from '../../../limits.ts'
import { flash, flashBad } from '../flash.ts'

/** Says what happened to something that was sent on request. */
export function flashAnswer(
  ctx: Ctx,
  c: Context,
  what: string,
  { status, result }: { status: string; result: AttemptResult },
): void {
  if (status === 'success') flash(ctx, c, `${what} was answered with ${result.status} after ${result.latencyMs} ms.`)
  else if (result.status === null) flashBad(ctx, c, `${what} got no answer: ${result.text.replace(/^network: /, '')}.`)
  else flashBad(ctx, c, `${what} failed: your server answered ${result.status}.`)
}

/** Says that nothing was sent beyond the limit of a hook. @param seconds until something can be sent again */
export const limitWords = (seconds: number): string =>
  `Nothing was sent: a webhook is sent at most ${HOOK_SENDS.requests} deliveries a minute by hand. ` +
  `Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`

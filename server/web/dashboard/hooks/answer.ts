import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { AttemptResult } from '../../../domain/deliveries/outcome.ts'
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

import { createMiddleware } from 'hono/factory'
import { HttpError } from './errors.ts'
import { inRanges, parseAddress, parseRanges } from './origin.ts'
import type { State } from './state.ts'

/** A key with a list may be used only from these addresses; an empty list means from anywhere (contract 5.4). */
export const ipAllowlist = () =>
  createMiddleware<State>(async function ipAllowlist(c, next) {
    const allowed = c.get('apiKey')!.allowIps
    const { ip } = c.get('actor').origin
    const address = parseAddress(ip ?? undefined)
    if (allowed.length > 0 && !(address && inRanges(address, parseRanges(allowed)))) {
      throw new HttpError('ip_not_allowed', `this key may not be used from ${ip ?? 'an unknown address'}`, {
        top: { ip },
      })
    }
    await next()
  })

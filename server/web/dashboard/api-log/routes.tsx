import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { offeredKeys } from '../../../domain/keys/list.ts'
import { groupCallErrors, type LogQuery, readApiLog } from '../../../domain/records/calls/read-log.ts'
import type { DashboardState } from '../state.ts'
import { ENTRIES, LogPageView } from './page.tsx'

/** The API log: every call of 30 days, without bodies. */
export function apiLogRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  routes.get('/log', async (c) => {
    const view = c.get('view')
    const query = queryOf((name) => c.req.query(name))
    const [page, errors, keys] = await Promise.all([
      readApiLog(ctx, view.actor, query),
      groupCallErrors(ctx, view.actor, query),
      offeredKeys(ctx, view.actor, query.keyId),
    ])
    return c.html(<LogPageView view={view} query={query} {...{ page, errors, keys }} apiUrl={ctx.config.apiUrl} />)
  })
  return routes
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What the address asks for; what is not known asks for everything. */
function queryOf(given: (name: string) => string | undefined): LogQuery {
  const operation = ENTRIES.find((one) => one === given('operation'))?.split(' ')
  const method = operation?.[0] ?? METHODS.find((one) => one === given('method')) ?? null
  return {
    since: given('since') === 'day' ? 'day' : null,
    status: statusOf(given('status') ?? ''),
    code: /^[a-z_-]{1,64}$/.exec(given('code') ?? '')?.[0] ?? null,
    method,
    route: operation?.[1] ?? null,
    keyId: given('key')?.trim() || null,
    find: given('find')?.trim() || null,
    before: given('before') ?? null,
  }
}

function statusOf(text: string): LogQuery['status'] {
  if (text === 'failed') return 'failed'
  return /^[2-5]$|^[2-5]\d\d$/.test(text) ? Number(text) : null
}

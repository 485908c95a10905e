import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { listDocuments } from '../../../domain/documents/list.ts'
import { monthUsage, startNews, startProgress } from '../../../domain/documents/start.ts'
import { hookSummaries } from '../../../domain/hooks/read.ts'
import { issueKey } from '../../../domain/keys/issue.ts'
import type { KeyRequest } from '../../../domain/keys/request.ts'
import { HOOK_LIST } from '../../../limits.ts'
import { formOf } from '../form.ts'
import type { DashboardState, View } from '../state.ts'
import { MonthPage } from './month.tsx'
import { StartPage } from './page.tsx'

const FIRST_KEY: KeyRequest = {
  name: 'First key',
  scope: 'full',
  allowIps: [],
  embedOrigins: [],
  returnOrigins: [],
}

/** The first steps, until a document has been signed; from then on what waits, what was done, and how the month goes. */
export function startRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  async function steps(view: View, secret: string | null) {
    const progress = await startProgress(ctx, view.actor)
    const { hooks } = await hookSummaries(ctx, view.actor, { page: 1, rows: 1 })
    const call = { apiUrl: ctx.config.apiUrl, secret, email: view.person.email }
    return <StartPage view={view} {...{ progress, call }} hook={hooks.find(({ hook }) => hook.enabled) ?? null} />
  }

  routes.get('/start', async (c) => {
    const view = c.get('view')
    const { signed } = await startProgress(ctx, view.actor)
    if (!signed) return c.html(await steps(view, null))
    const [news, usage, { hooks, enabled }, attention] = await Promise.all([
      startNews(ctx, view.actor),
      monthUsage(ctx, view.actor),
      hookSummaries(ctx, view.actor, { page: 1, rows: HOOK_LIST.watched }),
      listDocuments(ctx, view.actor, {
        tab: 'attention',
        source: null,
        folder: null,
        since: null,
        search: '',
        older: false,
        from: null,
      }),
    ])
    const documents = attention.kind === 'list' ? attention.list.rows : []
    return c.html(<MonthPage view={view} {...{ news, usage, hooks, enabled, documents }} now={ctx.clock.now()} />)
  })

  // The page itself, without a redirect: the key is in no address, cookie or history (decision 0023).
  routes.post('/start', async (c) => {
    const view = c.get('view')
    const formId = (await formOf(c)).text('form')
    const { key } = await issueKey(ctx, view.actor, FIRST_KEY, formId)
    return c.html(await steps(view, key), 201)
  })
  return routes
}

import { Hono } from 'hono'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/pieces.tsx'
import type { DashboardState } from '../state.ts'

/** Documents: what was sent, and where it stands. */
export function documentRoutes(): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  routes.get('/documents', (c) => {
    const view = c.get('view')
    return c.html(
      <Page view={view} title="Documents" section="documents" apiCall="GET /v1/documents/{id}">
        <Empty title="Nothing here yet">
          <p>Documents appear here as soon as one is sent by the API.</p>
        </Empty>
      </Page>,
    )
  })
  return routes
}

import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { listWork, WORK, type WorkEntry } from '../../../domain/records/workspaces/log.ts'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/pieces.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { At } from '../parts/time.tsx'
import type { DashboardState, View } from '../state.ts'
import { SettingsTabs } from './tabs.tsx'

/** What people did in the workspace, newest first. */
export function workLogRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  routes.get('/settings/log', async (c) => {
    const view = c.get('view')
    const before = /^\d{1,15}$/.exec(c.req.query('before') ?? '')
    const { entries, older } = await listWork(ctx, view.actor, before ? Number(before[0]) : null)
    return c.html(<LogPage view={view} entries={entries} older={older} isFirst={before === null} />)
  })
  return routes
}

interface LogProps {
  view: View
  entries: WorkEntry[]
  /** Where the next page starts; null: this is the last. */
  older: number | null
  isFirst: boolean
}

function LogPage({ view, entries, older, isFirst }: LogProps) {
  return (
    <Page view={view} title="Log" lead="What people did in this workspace.">
      <SettingsTabs view={view} />
      {entries.length === 0 ? (
        <Empty title="Nothing yet">
          <p>What people change here is listed with their names. Calls with a key are in the API log.</p>
        </Empty>
      ) : (
        <>
          <Table caption="What people did" columns={['Who', 'What', { label: 'When', end: true }]}>
            {entries.map(({ who, action, target, at }) => (
              <tr>
                <td>{who}</td>
                <td class="wide">
                  {WORK[action]} <strong>{target}</strong>
                </td>
                <td class="end small num wide">
                  <At at={at} brief />
                </td>
              </tr>
            ))}
          </Table>
          <Pager
            newer={isFirst ? null : '/settings/log'}
            older={older === null ? null : `/settings/log?before=${older}`}
          >
            {entries.length} {entries.length === 1 ? 'entry' : 'entries'}
          </Pager>
        </>
      )}
    </Page>
  )
}

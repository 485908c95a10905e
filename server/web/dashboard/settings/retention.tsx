import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { RETENTION_MAX_DAYS, settingProblems } from '../../../domain/people/setting-rules.ts'
import { changeWorkspace, countDeletedBy, workspaceSettings } from '../../../domain/people/settings.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Buttons, EntryField, hasAny, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { DashboardState, View } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { dayCount, daysOf } from './form.ts'

/**
 * When files are deleted, on a page of its own: what is typed in another form of the settings is not dropped by it. What
 * deletes documents is asked for once more.
 */
export function retentionRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/settings/retention', async (c) => {
    const { retention_days: days } = await workspaceSettings(ctx, mayChange(c).actor)
    return c.html(<RetentionPage view={c.get('view')} days={days === null ? '' : String(days)} problems={{}} />)
  })

  routes.post('/settings/retention', async (c) => {
    const form = await formOf(c)
    const view = mayChange(c)
    const text = form.text('retention_days')
    const days = daysOf(text)
    const problems = settingProblems({ retention_days: days })
    if (hasAny(problems)) return c.html(<RetentionPage view={view} days={text} problems={problems} />, 422)
    // As many as were asked about: meanwhile more may have become old enough, or some were deleted by the former period.
    const now = ctx.clock.now()
    const asked = askedAt(form.text('counted_at'), now)
    const isConfirmed =
      asked !== null && form.text('confirmed') === String(await countDeletedBy(ctx, view.actor, days, asked))
    const deleted = isConfirmed ? 0 : await countDeletedBy(ctx, view.actor, days, now)
    if (days !== null && deleted > 0) {
      return c.html(
        <Confirm
          view={view}
          title={`Delete the files of ${deleted} ${deleted === 1 ? 'document' : 'documents'}?`}
          action="/settings/retention"
          button="Delete and save"
          cancel="/settings"
          fields={{ retention_days: text, confirmed: String(deleted), counted_at: now.toISOString() }}
          danger
        >
          <p>
            {deleted === 1 ? 'It was' : 'They were'} completed more than {dayCount(days)} ago. The files are deleted
            from now on, which begins within minutes, and cannot be brought back; the audit trail stays, without the
            full addresses behind it.
          </p>
        </Confirm>,
      )
    }
    await changeWorkspace(ctx, view.actor, { retention_days: days })
    return flashTo(
      ctx,
      c,
      '/settings',
      days === null
        ? 'Files are kept until somebody deletes them.'
        : `Files are deleted ${dayCount(days)} after completion.`,
    )
  })

  return routes
}

function mayChange(c: Context<DashboardState>): View {
  const view = c.get('view')
  assertMayOpen(view, 'changeWorkspace')
  return view
}

const ASKED_FOR_MS = 3_600_000

/** When a question was shown; null: not in the last hour, so that it is shown again. */
function askedAt(text: string, now: Date): Date | null {
  const at = new Date(text)
  const age = now.getTime() - at.getTime()
  return age >= 0 && age <= ASKED_FOR_MS ? at : null
}

/** @param days as stored, or as typed and refused */
function RetentionPage({ view, days, problems }: { view: View; days: string; problems: Problems }) {
  return (
    <Page view={view} title="Retention" crumbs={[['Settings', '/settings']]}>
      <form method="post" action="/settings/retention" class="card pad stack narrow">
        <InWorkspace view={view} />
        <ProblemList problems={problems} />
        <EntryField
          name="retention_days"
          label="Days that files are kept after completion"
          type="number"
          min={1}
          max={RETENTION_MAX_DAYS}
          value={days}
          hint="Empty: for ever. The audit trail always stays."
          problems={problems}
        />
        <Buttons submit="Save" cancel="/settings" />
      </form>
    </Page>
  )
}

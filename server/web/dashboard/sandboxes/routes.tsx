import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { getClock, moveClock } from '../../../domain/sandboxes/clock.ts'
import { clearSandbox, createSandbox, deleteSandbox, listSandboxes } from '../../../domain/sandboxes/manage.ts'
import { listMessages } from '../../../domain/sandboxes/messages.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { CreatedKey } from '../keys/pages.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { problemsOf } from '../parts/refused.ts'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { LIVES, MOVES, NewSandbox, SandboxList, SandboxPage } from './pages.tsx'

const AT_ONCE = new AbortController().signal

/** Sandboxes: made, opened and erased in the live workspace; in one, what its people and its clock would do. */
export function sandboxRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/sandboxes', async (c) => {
    const view = c.get('view')
    if (view.actor.liveId === null) {
      return c.html(<SandboxList view={view} sandboxes={await listSandboxes(ctx, view.actor)} />)
    }
    const now = await getClock(ctx, view.actor)
    const messages = await listMessages(ctx, view.actor, {}, 0, AT_ONCE)
    return c.html(<SandboxPage view={view} now={now} messages={messages} />)
  })

  routes.get('/sandboxes/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createSandbox')
    return c.html(<NewSandbox view={view} name="" expiresIn="P1D" problems={{}} />)
  })

  // The page itself, without a redirect, as for any key (decision 0023).
  routes.post('/sandboxes', async (c) => {
    const view = c.get('view')
    const form = await formOf(c)
    const name = form.text('name')
    const expiresIn = LIVES.find(([value]) => value === form.text('expires_in'))?.[0] ?? 'P1D'
    try {
      const { sandbox, key } = await createSandbox(ctx, view.actor, { name: name || undefined, expiresIn })
      return c.html(<CreatedKey view={view} name={sandbox.name} secret={key} apiUrl={ctx.config.apiUrl} />, 201)
    } catch (error) {
      return c.html(<NewSandbox {...{ view, name, expiresIn }} problems={problemsOf(error)} />, 422)
    }
  })

  routes.get('/sandboxes/:id/erase', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'deleteSandbox')
    const id = c.req.param('id')
    return c.html(
      <Confirm
        view={view}
        title="Erase the sandbox?"
        action={`/sandboxes/${id}/erase`}
        button="Erase"
        cancel="/sandboxes"
        danger
      >
        <p>Its documents, messages, webhooks and keys go with it. Nothing in it binds anybody.</p>
      </Confirm>,
    )
  })

  routes.post('/sandboxes/:id/erase', async (c) => {
    await formOf(c)
    await deleteSandbox(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, '/sandboxes', 'The sandbox was erased.')
  })

  routes.post('/sandboxes/clock', async (c) => {
    const { actor } = c.get('view')
    const advance = MOVES.find(([value]) => value === c.req.query('advance'))?.[0]
    await formOf(c)
    const { ran } = await moveClock(ctx, actor, { advance })
    const done = ran.map(({ task, count }) => `${task.replace('_', ' ')} ${count}`).join(', ')
    return flashTo(ctx, c, '/sandboxes', `The clock was moved. Done on the way: ${done || 'nothing'}.`)
  })

  routes.post('/sandboxes/empty', async (c) => {
    await formOf(c)
    await clearSandbox(ctx, c.get('view').actor)
    return flashTo(ctx, c, '/sandboxes', 'The sandbox is empty.')
  })
  return routes
}

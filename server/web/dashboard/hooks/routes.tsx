import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import { changeHook } from '../../../domain/hooks/change.ts'
import { deleteHook } from '../../../domain/hooks/delete.ts'
import { exampleBodies, sendExample } from '../../../domain/hooks/example.ts'
import type { HookRow } from '../../../domain/hooks/find.ts'
import { testHook } from '../../../domain/hooks/ping.ts'
import { hookSummaries, type LogFilter, readHook, readHookAlone } from '../../../domain/hooks/read.ts'
import { recoverHook } from '../../../domain/hooks/recover.ts'
import { createHook } from '../../../domain/hooks/register.ts'
import { rotateHookSecret } from '../../../domain/hooks/rotate.ts'
import { switchHook } from '../../../domain/hooks/switch.ts'
import { notFound } from '../../../http/respond.ts'
import { HOOK_LIST } from '../../../limits.ts'
import { flash, flashBad, flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { ownZone } from '../own-zone.ts'
import { Confirm } from '../parts/confirm.tsx'
import { countPages, pageNumberOf } from '../parts/numbered-pager.tsx'
import type { DashboardState, View } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { changedSince, storedText } from '../stored.ts'
import { flashAnswer, limitWords } from './answer.ts'
import { deliveryRoutes } from './deliveries.tsx'
import {
  EMPTY_HOOK,
  type HookForm,
  hookFormOf,
  hookProblems,
  LOGGED_EVENTS,
  lacksEvents,
  NO_EVENT,
  recoveredSince,
} from './form.ts'
import { HookPage, type HookPageProps } from './hook.tsx'
import { HookFormPage, type HookFormProps, HookList } from './pages.tsx'
import { RotatePage } from './rotate-page.tsx'

const ALL: LogFilter = { tab: 'all', event: null }

type Shown = Partial<Pick<HookPageProps, 'filter' | 'once' | 'isUndated'>>

/** Webhooks of the workspace: made, watched, tried out and changed. */
export function hookRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const show = async (view: View, id: string, { filter = ALL, once = null, isUndated = false }: Shown = {}) => (
    <HookPage
      view={view}
      {...(await readHook(ctx, view.actor, id, filter))}
      {...{ filter, once, isUndated, ownZone: await ownZone(ctx, view.actor) }}
      now={ctx.clock.now()}
    />
  )
  const formPage = (props: Omit<HookFormProps, 'bodies'>) => (
    <HookFormPage {...props} bodies={exampleBodies(ctx, props.view.actor, 'signing_request.signed')} />
  )

  routes.get('/webhooks', async (c) => {
    const view = c.get('view')
    const { rows } = HOOK_LIST
    const asked = pageNumberOf(c.req.query('page'))
    const listed = await hookSummaries(ctx, view.actor, { page: asked, rows })
    const page = Math.min(asked, countPages(listed.total, rows))
    const { hooks, total } = page === asked ? listed : await hookSummaries(ctx, view.actor, { page, rows })
    return c.html(<HookList {...{ view, hooks, total, page }} now={ctx.clock.now()} />)
  })

  routes.get('/webhooks/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createHook')
    return c.html(formPage({ view, of: null, form: EMPTY_HOOK, stored: '', problems: {} }))
  })

  // The page itself, without a redirect: the secret is in no address, cookie or history (decision 0023).
  routes.post('/webhooks', async (c) => {
    const view = c.get('view')
    const sent = await formOf(c)
    const form = hookFormOf(sent)
    if (lacksEvents(sent)) return c.html(formPage({ view, of: null, form, stored: '', problems: NO_EVENT }), 422)
    try {
      const { hook, secret, replaced } = await createHook(ctx, view.actor, form)
      return c.html(await show(view, hook.id, { once: { secret, until: null, replaced } }), 201)
    } catch (error) {
      const problems = hookProblems(error)
      return c.html(formPage({ view, of: null, form, stored: '', problems }), 422)
    }
  })

  routes.get('/webhooks/:id', async (c) => {
    const tab = c.req.query('tab')
    const event = LOGGED_EVENTS.find((name) => name === c.req.query('event')) ?? null
    const filter: LogFilter = { tab: tab === 'failing' || tab === 'given_up' ? tab : 'all', event }
    return c.html(await show(c.get('view'), c.req.param('id'), { filter }))
  })

  routes.get('/webhooks/:id/edit', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'changeHook')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    const form = formOfHook(hook)
    return c.html(formPage({ view, of: hook, form, stored: shownOf(form), problems: {} }))
  })

  routes.post('/webhooks/:id/edit', async (c) => {
    const view = c.get('view')
    const sent = await formOf(c)
    const form = hookFormOf(sent)
    const stored = sent.text('stored')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    try {
      if (!lacksEvents(sent)) {
        await changeHook(ctx, view.actor, hook.id, changedSince(stored, changeableOf(form)))
        return flashTo(ctx, c, `/webhooks/${hook.id}`, 'The webhook was changed.')
      }
    } catch (error) {
      const problems = hookProblems(error)
      return c.html(formPage({ view, of: hook, form, stored, problems }), 422)
    }
    return c.html(formPage({ view, of: hook, form, stored, problems: NO_EVENT }), 422)
  })

  routes.get('/webhooks/:id/:action{off|delete}', async (c) => {
    const view = c.get('view')
    const { id, action } = c.req.param()
    const question = HOOK_QUESTIONS[action as keyof typeof HOOK_QUESTIONS]
    assertMayOpen(view, question.verb)
    const hook = await readHookAlone(ctx, view.actor, id)
    return c.html(
      <Confirm
        view={view}
        title={question.title}
        apiCall={question.apiCall?.(hook.id)}
        action={`/webhooks/${hook.id}/${action}`}
        button={question.button}
        cancel={`/webhooks/${hook.id}`}
        danger
      >
        <p class="mono">{hook.target_url}</p>
        <p>{question.text}</p>
      </Confirm>,
    )
  })

  routes.get('/webhooks/:id/rotate', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'rotateHookSecret')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    return c.html(<RotatePage view={view} hook={hook} now={ctx.clock.now()} />)
  })
  routes.post('/webhooks/:id/rotate', async (c) => {
    const view = c.get('view')
    const id = c.req.param('id')
    const seen = Number((await formOf(c)).text('version'))
    try {
      const { hook, secret, previousValidUntil } = await rotateHookSecret(ctx, view.actor, id, seen)
      return c.html(await show(view, hook.id, { once: { secret, until: previousValidUntil, replaced: [] } }))
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'rotation_conflict')) throw error
      return flashTo(
        ctx,
        c,
        `/webhooks/${id}`,
        'The secret has been rotated since you were asked. It was not rotated again.',
        'bad',
      )
    }
  })

  routes.post('/webhooks/:id/off', async (c) => {
    const id = c.req.param('id')
    await switchHook(ctx, c.get('view').actor, id, false)
    return flashTo(ctx, c, `/webhooks/${id}`, 'The webhook is off. Its log stays.')
  })

  routes.post('/webhooks/:id/on', async (c) => {
    const id = c.req.param('id')
    try {
      await switchHook(ctx, c.get('view').actor, id, true)
      flash(ctx, c, 'The webhook is on again.')
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'hook_disabled')) throw error
      // In a page that was opened before: the page names the other one.
      flashBad(ctx, c, 'It was not switched on: another webhook has replaced it, or has its address by now.')
    }
    return c.redirect(`/webhooks/${id}`, 303)
  })

  routes.post('/webhooks/:id/delete', async (c) => {
    if (!(await deleteHook(ctx, c.get('view').actor, c.req.param('id')))) notFound()
    return flashTo(ctx, c, '/webhooks', 'The webhook and its log were deleted.')
  })

  // Back to a page that shows how things are.
  routes.onError((error, c) => {
    if (!(error instanceof DomainError) || c.req.method !== 'POST') throw error
    const { id = '', delivery } = c.req.param() as { id?: string; delivery?: string }
    const log = `/webhooks/${encodeURIComponent(id)}`
    if (error.code === 'hook_disabled') {
      flashBad(ctx, c, 'Nothing was sent: this webhook is switched off.')
      // Not to the delivery, which may have moved to another webhook.
      return c.redirect(log, 303)
    }
    if (error.code !== 'rate_limited' || error.retryInSeconds === undefined) throw error
    return flashTo(
      ctx,
      c,
      delivery === undefined ? log : `${log}/deliveries/${encodeURIComponent(delivery)}`,
      limitWords(error.retryInSeconds),
      'bad',
    )
  })

  routes.post('/webhooks/:id/ping', async (c) => {
    const id = c.req.param('id')
    flashAnswer(ctx, c, 'The ping', await testHook(ctx, c.get('view').actor, id))
    return c.redirect(`/webhooks/${id}`, 303)
  })

  routes.post('/webhooks/:id/example', async (c) => {
    const id = c.req.param('id')
    const event = (await formOf(c)).text('event')
    flashAnswer(ctx, c, `The example of ${event}`, await sendExample(ctx, c.get('view').actor, id, event))
    return c.redirect(`/webhooks/${id}`, 303)
  })

  // Where the page is shown again with what was refused.
  routes.get('/webhooks/:id/recover', (c) => c.redirect(`/webhooks/${encodeURIComponent(c.req.param('id'))}`, 303))
  routes.post('/webhooks/:id/recover', async (c) => {
    const view = c.get('view')
    const hook = await readHookAlone(ctx, view.actor, c.req.param('id'))
    const since = recoveredSince(await formOf(c), ctx.clock.now())
    if (since === null) return c.html(await show(view, hook.id, { isUndated: true }), 422)
    const recovered = await recoverHook(ctx, view.actor, hook.id, since)
    return flashTo(
      ctx,
      c,
      `/webhooks/${hook.id}`,
      recovered === 1 ? 'One delivery is sent again.' : `${recovered} deliveries are sent again.`,
    )
  })

  routes.route('/', deliveryRoutes(ctx))
  return routes
}

const formOfHook = ({ target_url, events, payload, standard_webhooks }: HookRow): HookForm => ({
  ...{ targetUrl: target_url, events, payload, standardWebhooks: standard_webhooks },
})

const changeableOf = ({ targetUrl: _, ...changeable }: HookForm) => changeable
const shownOf = (form: HookForm) => storedText(changeableOf(form))

/** What is asked before a webhook is switched off or deleted. */
const HOOK_QUESTIONS = {
  off: {
    verb: 'switchHook',
    title: 'Switch this webhook off?',
    text: 'It receives nothing until it is switched on again. What still waits to be sent is given up; the log stays.',
    button: 'Switch off',
    apiCall: undefined,
  },
  delete: {
    verb: 'deleteHook',
    title: 'Delete this webhook?',
    text: 'It and its log are gone for good. To keep the log, switch it off instead.',
    button: 'Delete',
    apiCall: (id: string) => `DELETE /v1/hooks/${id}`,
  },
} as const

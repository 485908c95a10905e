import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { KEY_SCOPES } from '../../../db/schema.ts'
import { changeKey } from '../../../domain/keys/change.ts'
import { issueKey } from '../../../domain/keys/issue.ts'
import { countKeys, workingKey, workspaceKeys } from '../../../domain/keys/list.ts'
import type { KeyRequest, KeySettings } from '../../../domain/keys/request.ts'
import { revokeWorkspaceKey } from '../../../domain/keys/revoke.ts'
import { KEY_LIST } from '../../../limits.ts'
import { flashTo } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { countPages, pageNumberOf } from '../parts/numbered-pager.tsx'
import { problemsOf } from '../parts/refused.ts'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { changedSince, storedText } from '../stored.ts'
import { ChangeForm, KeyForm } from './forms.tsx'
import { CreatedKey, KeyList } from './pages.tsx'

/** API keys: made, shown once, watched and revoked. */
export function keyRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/keys', async (c) => {
    const view = c.get('view')
    const total = await countKeys(ctx, view.actor)
    const page = Math.min(pageNumberOf(c.req.query('page')), countPages(total, KEY_LIST.rows))
    const keys = await workspaceKeys(ctx, view.actor, page)
    return c.html(<KeyList view={view} {...{ keys, page, total }} now={ctx.clock.now()} />)
  })

  routes.get('/keys/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'issueKey')
    return c.html(<KeyForm view={view} formId={randomUUID()} request={EMPTY} problems={{}} />)
  })

  // The page itself, without a redirect: the key is in no address, cookie or history (decision 0023).
  routes.post('/keys', async (c) => {
    const view = c.get('view')
    const form = await formOf(c)
    const request = requestOf(form)
    const formId = form.text('form')
    try {
      const { key } = await issueKey(ctx, view.actor, request, formId)
      return c.html(<CreatedKey view={view} name={request.name} secret={key} apiUrl={ctx.config.apiUrl} />, 201)
    } catch (error) {
      return c.html(<KeyForm {...{ view, formId, request }} problems={problemsOf(error)} />, 422)
    }
  })

  routes.get('/keys/:id/edit', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'changeKey')
    const key = await workingKey(ctx, view.actor, c.req.param('id'))
    return c.html(<ChangeForm view={view} of={key} settings={key} stored={storedText(shownOf(key))} problems={{}} />)
  })

  routes.post('/keys/:id/edit', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'changeKey')
    const key = await workingKey(ctx, view.actor, c.req.param('id'))
    const form = await formOf(c)
    const [settings, stored] = [settingsOf(form), form.text('stored')]
    try {
      const changed = { ...shownOf(key), ...changedSince(stored, settings) }
      const { name } = await changeKey(ctx, view.actor, key.id, changed)
      return flashTo(ctx, c, '/keys', `The key ${name} was changed.`)
    } catch (error) {
      return c.html(<ChangeForm {...{ view, settings, stored }} of={key} problems={problemsOf(error)} />, 422)
    }
  })

  routes.get('/keys/:id/revoke', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'revokeWorkspaceKey')
    const key = await workingKey(ctx, view.actor, c.req.param('id'))
    return c.html(
      <Confirm
        view={view}
        title={`Revoke the key ${key.name}?`}
        action={`/keys/${key.id}/revoke`}
        button="Revoke"
        cancel="/keys"
        danger
      >
        <p>
          Calls with <code>{key.display}…</code> are refused from that moment on. This cannot be undone; documents and
          webhooks stay as they are.
        </p>
        <p class="small">{key.calls.toLocaleString('en')} calls with it in the last 24 hours.</p>
      </Confirm>,
    )
  })

  routes.post('/keys/:id/revoke', async (c) => {
    const { name } = await revokeWorkspaceKey(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, '/keys', `The key ${name} was revoked.`)
  })
  return routes
}

const EMPTY: KeyRequest = { name: '', scope: 'full', allowIps: [], embedOrigins: [], returnOrigins: [] }

function requestOf(form: Form): KeyRequest {
  const scope = form.text('scope')
  return { scope: KEY_SCOPES.find((one) => one === scope) ?? 'full', ...settingsOf(form) }
}

function settingsOf(form: Form): KeySettings {
  return {
    name: form.text('name'),
    allowIps: entriesOf(form.text('allow_ips')),
    embedOrigins: entriesOf(form.text('embed_origins')),
    returnOrigins: entriesOf(form.text('return_origins')),
  }
}

const shownOf = ({ name, allowIps, embedOrigins, returnOrigins }: KeySettings): KeySettings => ({
  ...{ name, allowIps, embedOrigins, returnOrigins },
})

/** One a line, or separated by commas or blanks. */
const entriesOf = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '')

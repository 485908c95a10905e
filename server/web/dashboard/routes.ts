import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import { HttpError } from '../../http/errors.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { pageHeaders } from '../page-headers.ts'
import { accountRoutes } from './account/routes.tsx'
import { apiLogRoutes } from './api-log/routes.tsx'
import { documentRoutes } from './documents/routes.tsx'
import { draftRoutes } from './drafts/routes.tsx'
import { dashboardErrors } from './errors.tsx'
import { fieldRoutes } from './fields/routes.tsx'
import { formLimit } from './form.ts'
import { hookRoutes } from './hooks/routes.tsx'
import { keyRoutes } from './keys/routes.tsx'
import { ownForms } from './own-forms.ts'
import { peopleRoutes } from './people/routes.tsx'
import { reviewRoutes } from './review/routes.tsx'
import { sandboxRoutes } from './sandboxes/routes.tsx'
import { inOwnSandbox } from './sandboxes/switch.ts'
import { workLogRoutes } from './settings/log.tsx'
import { retentionRoutes } from './settings/retention.tsx'
import { settingsRoutes } from './settings/routes.tsx'
import { signInRoutes } from './sign-in/routes.tsx'
import { signedIn } from './signed-in.ts'
import { startRoutes } from './start/routes.tsx'
import type { DashboardState } from './state.ts'
import { csvRoutes } from './templates/csv/routes.tsx'
import { directLinkRoutes } from './templates/direct/routes.tsx'
import { templateEditorRoutes } from './templates/editor/routes.tsx'
import { templateRoutes } from './templates/routes.tsx'
import { sendRoutes } from './templates/send/routes.tsx'

/** The first segment of every path that only people who are signed in may ask for. */
const SECTIONS = [
  ...[
    'account',
    'documents',
    'fields',
    'keys',
    'log',
    'review',
    'sandboxes',
    'settings',
    'sign-out',
    'start',
    'templates',
    'webhooks',
  ],
]

/** The dashboard: pages for the people of a workspace. */
export function dashboard(ctx: Ctx, assets: Assets): Hono<State> {
  const app = new Hono<State>()
  app.onError(dashboardErrors(ctx, assets))
  for (const name of ['sign-in', ...SECTIONS]) app.use(`/${name}/*`, pageHeaders(), formsSayWhence(), ownForms(ctx))
  // Each layer only on our own paths: a middleware on `*` would also run for API responses.
  for (const name of SECTIONS) app.use(`/${name}/*`, signedIn(ctx, assets))
  for (const name of ['sign-in', ...SECTIONS]) app.use(`/${name}/*`, plainPath(), formLimit())
  for (const name of SECTIONS) app.use(`/${name}/*`, inOwnSandbox(ctx, assets, sections))
  app.route('/', signInRoutes(ctx, assets))
  app.route('/', sections(ctx, assets))
  return app
}

/** The pages of somebody who is signed in. */
function sections(ctx: Ctx, assets: Assets): Hono<DashboardState> {
  const app = new Hono<DashboardState>()
  app.route('/', accountRoutes(ctx))
  // Before the documents: their paths begin as those of one.
  app.route('/', draftRoutes(ctx, assets))
  app.route('/', documentRoutes(ctx))
  app.route('/', settingsRoutes(ctx))
  app.route('/', retentionRoutes(ctx))
  app.route('/', peopleRoutes(ctx))
  app.route('/', workLogRoutes(ctx))
  app.route('/', reviewRoutes(ctx))
  app.route('/', templateRoutes(ctx))
  app.route('/', fieldRoutes(ctx))
  app.route('/', sendRoutes(ctx))
  app.route('/', csvRoutes(ctx))
  app.route('/', directLinkRoutes(ctx))
  app.route('/', keyRoutes(ctx))
  app.route('/', hookRoutes(ctx))
  app.route('/', apiLogRoutes(ctx))
  app.route('/', startRoutes(ctx))
  app.route('/', sandboxRoutes(ctx))
  app.route('/', templateEditorRoutes(ctx, assets))
  return app
}

/** With `no-referrer`, as elsewhere, browsers send `Origin: null` with a form; other sites learn nothing either way. */
const formsSayWhence = () =>
  createMiddleware<State>(async function formsSayWhence(c, next) {
    await next()
    c.res.headers.set('Referrer-Policy', 'same-origin')
  })

const CONTROL = /\p{Cc}|%[01][\da-f]|%7f/iu

/**
 * Nothing is at a path with control characters: no id and no key has any, the database refuses U+0000, and a redirect
 * cannot name the others.
 * @throws HttpError 404 `not_found`
 */
const plainPath = () =>
  createMiddleware<State>(async function plainPath(c, next) {
    if (CONTROL.test(c.req.path)) throw new HttpError('not_found', 'there is nothing at this address')
    await next()
  })

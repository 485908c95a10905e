import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { settingProblems } from '../../../domain/people/setting-rules.ts'
import {
  changeWorkspace,
  type SettingsChange,
  workspaceSettings,
  workspaceUsage,
} from '../../../domain/people/settings.ts'
import { ssoInfo } from '../../../domain/people/single-sign-on.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import { HttpError } from '../../../http/errors.ts'
import { REGIONS, type Region } from '../../../regions.ts'
import { flashTo } from '../flash.ts'
import { hasAny, type Problems } from '../parts/form.tsx'
import { problemsOf } from '../parts/refused.ts'
import { type DashboardState, may, type View } from '../state.ts'
import { readSettings } from './form.ts'
import { formWithLogo, LOGO_TOO_LARGE } from './logo.ts'
import { SettingsPage } from './page.tsx'

/** The settings of a workspace; what deletes documents is asked for once more. */
export function settingsRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const page = async (view: View, problems: Problems = {}, change: SettingsChange = {}) => {
    const [workspace, usage] = await Promise.all([workspaceSettings(ctx, view.actor), workspaceUsage(ctx, view.actor)])
    const { picture, ...typed } = change
    // A browser keeps no chosen file on the page that follows.
    const again: Problems = picture && !problems.picture ? { picture: 'Choose the logo again.' } : {}
    const shown = {
      workspace: { ...workspace, ...typed },
      stored: workspace,
      usage,
      problems: { ...problems, ...again },
      regions: regionsOf(workspace),
    }
    return <SettingsPage view={view} {...shown} sso={await ssoInfo(ctx, view.actor)} />
  }

  routes.get('/settings', async (c) => c.html(await page(c.get('view'))))

  routes.post('/settings', async (c) => {
    const view = c.get('view')
    const workspace = await workspaceSettings(ctx, view.actor)
    const read = await formWithLogo(ctx, c)
    if (read === null) return c.html(await page(view, { picture: LOGO_TOO_LARGE }), 422)
    const { form, picture } = read
    const change = readSettings(form)
    if (picture && picture !== 'too_large' && !form.ticked('no_picture')) change.picture = picture
    const isOffered = regionsOf(workspace).includes(change.region ?? workspace.region)
    const refused: Problems = {
      ...settingProblems(change),
      ...(!isOffered && { region: 'Choose one of the regions.' }),
      ...(picture === 'too_large' && { picture: LOGO_TOO_LARGE }),
    }
    if (hasAny(refused) && may(view, 'changeWorkspace')) return c.html(await page(view, refused, change), 422)
    try {
      await changeWorkspace(ctx, view.actor, change)
    } catch (error) {
      return c.html(await page(view, problemsOf(error), change), 422)
    }
    return flashTo(ctx, c, '/settings', 'The settings are saved.')
  })

  routes.get('/settings/logo', async (c) => {
    const { logo, logo_type: type } = await workspaceSettings(ctx, c.get('view').actor)
    if (!logo || !type) throw new HttpError('not_found', 'there is no logo')
    return c.body(new Uint8Array(logo), 200, { 'Content-Type': type })
  })

  return routes

  /** Those of this server, and the one it is in, which may have lost its store's setting. */
  function regionsOf({ region }: Pick<Workspace, 'region'>): Region[] {
    return REGIONS.filter((name) => name === region || ctx.config.regions.includes(name))
  }
}

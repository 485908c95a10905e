import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { givenProblems } from '../../../../domain/instances/given.ts'
import { instantiateTemplate, validateInstance } from '../../../../domain/instances/instantiate.ts'
import type { InstanceRequest } from '../../../../domain/instances/plan.ts'
import { assertMay } from '../../../../domain/may.ts'
import { once } from '../../../../domain/records/calls/once.ts'
import type { Warning } from '../../../../domain/sending/draft.ts'
import { getTemplate, type TemplateView } from '../../../../domain/templates/read.ts'
import { isUuid } from '../../../../domain/uuid.ts'
import { flashTo, remarked } from '../../flash.ts'
import { formOf } from '../../form.ts'
import { withRows } from '../../instance/entries.ts'
import { wrongPlaces } from '../../instance/person.tsx'
import type { DashboardState } from '../../state.ts'
import { emptyEntries, meaningOf, problemsAt, refusedAt, requestOf, sentEntries, valueForm } from './form.ts'
import { obstacle, SendPage, type SendPageProps, Unsendable } from './page.tsx'

type RouteContext = Context<DashboardState>

/** Quick-send: a template filled in and sent by a person, as a direct instantiate. Works without a script. */
export function sendRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates/:id/send', async (c) => {
    const { actor } = c.get('view')
    assertMay(ctx, actor, 'instantiateTemplate')
    const template = await getTemplate(ctx, actor, c.req.param('id'), null)
    return show(c, { template, entries: emptyEntries(template) })
  })

  routes.post('/templates/:id/send', async (c) => {
    const { actor } = c.get('view')
    assertMay(ctx, actor, 'instantiateTemplate')
    const form = await formOf(c)
    const template = await getTemplate(ctx, actor, c.req.param('id'), versionOf(form.text('version')))
    const secret = form.text('once')
    const shown = { template, entries: sentEntries(form, template), once: isUuid(secret) ? secret : randomUUID() }
    const asked = withRows(shown.entries, valueForm(template).inputs, form.text('do'))
    if (asked) return show(c, { ...shown, ...asked })
    const misplaced = wrongPlaces(shown.entries)
    if (Object.keys(misplaced).length > 0) return show(c, { ...shown, problems: misplaced }, 422)

    const wanted = form.text('do')
    const request = requestOf(shown.entries, template, wanted === 'stage')
    const given = givenProblems(request)
    if (given.length > 0) return show(c, { ...shown, problems: problemsAt(given, template) }, 422)
    try {
      if (wanted === 'send' || wanted === 'stage') return await send(c, request, shown.once)
      const { problems, warnings } = await validateInstance(ctx, actor, request)
      if (problems.length > 0) return show(c, { ...shown, problems: problemsAt(problems, template) }, 422)
      return show(c, { ...shown, checked: warnings })
    } catch (error) {
      if (!(error instanceof DomainError) || REFUSED_ELSEWHERE.has(error.code)) throw error
      const problems = refusedAt(error, template, shown.entries)
      if (!problems) throw error
      return show(c, { ...shown, problems }, 422)
    }
  })

  /** Sends or stages it, and leads to what was made; a second press leads to the same. */
  async function send(c: RouteContext, request: InstanceRequest, key: string): Promise<Response> {
    const { actor } = c.get('view')
    const meaning = meaningOf(request)
    // Whoever goes back and changes something wants another document.
    const scope = { workspaceId: actor.workspaceId, operation: 'quick-send', key: `${key} ${meaning.toString('hex')}` }
    const warnings: Warning[] = []
    const { made, again } = await once<{ id: string }>(ctx, scope, meaning, async (keep) => {
      const created = await instantiateTemplate(ctx, actor, request, (tx, { document }) =>
        keep(tx, { id: document.id }),
      )
      warnings.push(...created.warnings)
    })
    const done = request.review ? 'Staged. Nobody is invited before it is confirmed.' : 'Sent.'
    return flashTo(
      ctx,
      c,
      request.review ? `/review/${made.id}` : `/documents/${made.id}`,
      again ? 'This was sent before; nothing was sent twice.' : remarked(done, warnings),
    )
  }

  type Shown = Pick<SendPageProps, 'template' | 'entries'> & Partial<SendPageProps>

  function show(c: RouteContext, shown: Shown, status: 200 | 422 = 200) {
    const view = c.get('view')
    const why = obstacle(shown.template)
    if (why !== null) return c.html(<Unsendable view={view} template={shown.template} why={why} />)
    return c.html(
      <SendPage {...{ view, problems: {}, focus: null, checked: null, once: randomUUID(), ...shown }} />,
      status,
    )
  }

  return routes
}

/** What the page of errors says better than a form does. */
const REFUSED_ELSEWHERE: ReadonlySet<string> = new Set(['template_unlocked', 'render_failed', 'enterprise-required'])

/** That the form was made for; null: the newest. */
function versionOf(text: string): TemplateView['version'] | null {
  const version = Number(text)
  return Number.isInteger(version) && version > 0 ? version : null
}

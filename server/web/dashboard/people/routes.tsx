import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { Role } from '../../../domain/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { invite, withdrawInvitation } from '../../../domain/people/invite.ts'
import { listPeople, readMember } from '../../../domain/people/list.ts'
import { changeRole, removePerson } from '../../../domain/people/roles.ts'
import { ssoInfo } from '../../../domain/people/single-sign-on.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { Problems } from '../parts/form.tsx'
import { pageNumberOf } from '../parts/numbered-pager.tsx'
import type { DashboardState, View } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { InvitePage, PeoplePage } from './pages.tsx'

/** The people of a workspace: who belongs to it, with which role, and who was asked to join. */
export function peopleRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const page = async (view: View, problems: Problems = {}, number = 1) => (
    <PeoplePage
      view={view}
      people={await listPeople(ctx, view.actor, number)}
      now={ctx.clock.now()}
      problems={problems}
    />
  )

  routes.get('/settings/people', async (c) => c.html(await page(c.get('view'), {}, pageNumberOf(c.req.query('page')))))

  routes.get('/settings/people/invite', (c) => {
    assertMayOpen(c.get('view'), 'invite')
    return c.html(<InvitePage view={c.get('view')} />)
  })

  routes.post('/settings/people/invite', async (c) => {
    const view = c.get('view')
    const form = await formOf(c)
    const [email, role] = [form.text('email'), roleOf(form.text('role'))]
    try {
      await invite(ctx, view.actor, email, role)
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'invalid_request')) throw error
      return c.html(<InvitePage view={view} email={email} role={role} problems={{ email: error.message }} />, 422)
    }
    return flashTo(ctx, c, '/settings/people', `An invitation is on its way to ${email}.`)
  })

  routes.post('/settings/people/invitations/:id/withdraw', async (c) => {
    const { email } = await withdrawInvitation(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, '/settings/people', `The invitation of ${email} no longer works.`)
  })

  // Where the page is shown again with what was refused.
  routes.get('/settings/people/:id/role', (c) => c.redirect('/settings/people', 303))
  routes.post('/settings/people/:id/role', async (c) => {
    const view = c.get('view')
    const role = roleOf((await formOf(c)).text('role'))
    const changed = await refusing(() => changeRole(ctx, view.actor, c.req.param('id'), role))
    if (typeof changed === 'string') return c.html(await page(view, { people: changed }), 422)
    return flashTo(ctx, c, '/settings/people', `${changed.email} is now ${role === 'owner' ? 'an owner' : 'a member'}.`)
  })

  routes.get('/settings/people/:id/remove', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'removePerson')
    const [member, sso] = await Promise.all([readMember(ctx, view.actor, c.req.param('id')), ssoInfo(ctx, view.actor)])
    return c.html(
      <Confirm
        view={view}
        title={`Remove ${member.name ?? member.email}?`}
        action={`/settings/people/${member.id}/remove`}
        button="Remove"
        cancel="/settings/people"
        danger
      >
        <p>
          {member.email} can no longer open this workspace, at once, and the person’s own invitations are void.
          Documents and keys stay, and so does what the log says of them.
        </p>
        {sso?.joins && (
          <p>Single sign-on lets everybody of your provider join this workspace: remove the person there too.</p>
        )}
      </Confirm>,
    )
  })

  routes.post('/settings/people/:id/remove', async (c) => {
    const view = c.get('view')
    // For the workspace in which it was opened: the same person may be in another one.
    await formOf(c)
    const removed = await refusing(() => removePerson(ctx, view.actor, c.req.param('id')))
    if (typeof removed === 'string') return c.html(await page(view, { people: removed }), 422)
    return flashTo(ctx, c, '/settings/people', `${removed.email} no longer belongs to this workspace.`)
  })
  return routes
}

/** The result, or why it is refused. */
async function refusing<T>(change: () => Promise<T>): Promise<T | string> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return error.message
    throw error
  }
}

const roleOf = (text: string): Role => (text === 'owner' ? 'owner' : 'member')

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { countReviews } from '../../domain/instances/count-reviews.ts'
import { countKeys } from '../../domain/keys/list.ts'
import { lacksEntitlement } from '../../domain/may.ts'
import { actorOf, findPerson, type Person } from '../../domain/people/sessions.ts'
import { originOf } from '../../http/origin.ts'
import type { Assets } from '../assets.ts'
import { SAFE } from '../same-origin.ts'
import { readCookie, SESSION, writeSession } from './cookies.ts'
import { takeFlash } from './flash.ts'
import type { DashboardState } from './state.ts'

const MEANWHILE = 'nothing was done: you have been signed out meanwhile, or work in another workspace by now'

/** Lets through who is signed in, as `view` of the context; everybody else is sent to sign in and comes back. */
export const signedIn = (ctx: Ctx, assets: Assets) =>
  createMiddleware<DashboardState>(async function signedIn(c, next) {
    const person = await personOf(ctx, c)
    if (!person) {
      const isSafe = SAFE.has(c.req.method)
      const next = isSafe ? pathOf(c.req.url) : pageOfForm(ctx, c)
      const back = next === null ? [] : [`next=${encodeURIComponent(next)}`]
      // What a form sent is lost.
      return c.redirect(`/sign-in?${[...back, ...(isSafe ? [] : ['lost'])].join('&')}`, 303)
    }
    const origin = originOf(c, ctx.config.trustedProxies)
    const actor = actorOf(person, origin)
    const [toReview, keys] = await Promise.all([countReviews(ctx, actor), countKeys(ctx, actor)])
    c.set('view', {
      actor,
      person,
      assets: assets.of('dashboard'),
      path: c.req.path,
      flash: isPage(c) ? takeFlash(ctx, c) : null,
      toReview,
      hasKeys: keys > 0,
      async again() {
        const now = await personOf(ctx, c)
        if (now?.workspace.id !== actor.workspaceId) throw new DomainError('invalid_state', MEANWHILE)
        // Whoever has read it already has what is new.
        Object.assign(actor, actorOf(now, origin))
      },
      lacks: (verb) => lacksEntitlement(ctx, verb, actor),
    })
    await next()
  })

/** The path of an address, with its query. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Our page that a form was on; null: not known. */
export function pageOfForm({ config }: Pick<Ctx, 'config'>, c: Context): string | null {
  const referer = c.req.header('referer') ?? ''
  return referer.startsWith(`${new URL(config.publicUrl).origin}/`) ? pathOf(referer) : null
}

/** A page that somebody opens, not an image of one, nor what its script asks for: these say nothing. */
const isPage = (c: Context) => SAFE.has(c.req.method) && (c.req.header('sec-fetch-dest') ?? 'document') === 'document'

/** Whether the request comes from somebody who is signed in. */
export async function isSignedIn(ctx: Ctx, c: Context): Promise<boolean> {
  return (await personOf(ctx, c)) !== null
}

/** Who is signed in. The cookie lives on with the session: a browser would drop it 30 days after the sign-in. */
async function personOf(ctx: Ctx, c: Context): Promise<Person | null> {
  const token = readCookie(ctx, c, SESSION)
  const person = token === null ? null : await findPerson(ctx, token)
  // Not with what is sent: signing out takes the cookie away.
  if (token !== null && person?.isRenewed && SAFE.has(c.req.method)) writeSession(ctx, c, token)
  return person
}

/** Longer ones were not made by our pages. */
const NEXT_MAX_CHARACTERS = 2_000

/** Where to go after the sign-in: a path of ours, else the documents. `//host` and `/\host` would leave the site. */
export function pathToReturnTo(next: string | undefined): string {
  return next !== undefined && next.length <= NEXT_MAX_CHARACTERS && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next)
    ? next
    : '/documents'
}

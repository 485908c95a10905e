import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import type { State } from '../http/state.ts'
import type { Assets } from './assets.ts'
import { isSignedIn } from './dashboard/signed-in.ts'
import { Layout } from './layout.tsx'
import { languageOf } from './locales/index.ts'

/** The root page: directs signers to their link, and developers to the docs and tools; who is signed in skips it. */
export function homeRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const language = languageOf(null)
  const t = language.messages.home
  const links = [
    { href: '/sign-in', label: t.signIn },
    ...(ctx.config.mode === 'development' ? [{ href: '/dev/outbox', label: t.mailbox }] : []),
    { href: '/docs', label: t.docs },
    { href: '/openapi.json', label: t.spec },
    { href: '/health/ready', label: t.health },
  ]
  const routes = new Hono<State>()
  routes.get('/', async (c) => {
    if (await isSignedIn(ctx, c)) return c.redirect('/documents', 303)
    return c.html(
      <Layout language={language} title={t.title} assets={assets.of('plain')} kind="card">
        <main>
          <div class="card">
            <h1>{t.title}</h1>
            <p>{t.what}</p>
            <ul class="links">
              {links.map(({ href, label }) => (
                <li>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        </main>
      </Layout>,
    )
  })
  return routes
}

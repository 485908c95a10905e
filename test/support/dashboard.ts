import type { Browser, BrowserContext } from 'playwright-core'
import type { Role } from '../../server/domain/actor.ts'
import { linkFor } from '../../server/domain/people/operator-link.ts'
import { type Visit, type VisitOptions, visit } from './browser.ts'
import type { TestServer } from './server.ts'

export interface SignInOptions {
  email?: string
  name?: string
  /** Default: owner. */
  role?: Role
  /** Default: a new workspace. */
  workspaceId?: string
}

/** Somebody who is signed in to the dashboard, without a browser. */
export interface DashboardUser {
  email: string
  workspaceId: string
  /** As it is sent: `name=value`. */
  cookie: string
  /** GETs a page as a browser would; redirects are not followed. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form as the page itself would; redirects are not followed. */
  post(
    path: string,
    fields?: Record<string, string> | URLSearchParams | FormData,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** The text of the page that a redirect leads to, with the message it shows once. */
  follow(response: Response): Promise<string>
}

let people = 0

/** A link that signs in a person of the given workspace. */
export async function signInLink(server: TestServer, options: SignInOptions = {}) {
  people += 1
  const { email = `person${people}@example.com`, name = null, role = 'owner' } = options
  const workspaceId = options.workspaceId ?? (await server.workspace()).id
  const link = await linkFor(server.ctx, { workspaceId, email, name, role })
  return { link: link.replace(server.ctx.config.publicUrl, server.url), email, workspaceId }
}

/** Signs a person in by a link. */
export async function signIn(server: TestServer, options: SignInOptions = {}): Promise<DashboardUser> {
  const { link, email, workspaceId } = await signInLink(server, options)
  return { email, workspaceId, ...(await sessionBy(link)) }
}

/** A signed-in session of the server that the link leads to. */
export async function sessionBy(link: string): Promise<Omit<DashboardUser, 'email' | 'workspaceId'>> {
  const { origin } = new URL(link)
  const own = { origin, 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(link, { method: 'POST', headers: { ...own, ...form }, redirect: 'manual' })
  const cookie = cookieOf(answer)
  if (!cookie) throw new Error(`Not signed in: ${answer.status} ${await answer.text()}`)
  const get: DashboardUser['get'] = (path, headers) =>
    fetch(origin + path, { headers: { cookie, accept: 'text/html', ...headers }, redirect: 'manual' })
  return {
    cookie,
    get,
    post: (path, fields = {}, headers = {}) =>
      fetch(origin + path, {
        method: 'POST',
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers: { cookie, ...own, ...headers },
        redirect: 'manual',
      }),
    async follow(response) {
      if (response.status !== 303) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
      const told = cookieOf(response, 'countersign-flash')
      const next = await get(response.headers.get('location')!, { cookie: told ? `${cookie}; ${told}` : cookie })
      return next.text()
    },
  }
}

/** The cookie that a response sets, as it is sent back. */
export function cookieOf(response: Response, name = 'countersign'): string | null {
  const set = response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))
  return set?.split(';')[0] ?? null
}

/** What the form on a page sends back, so that it acts on what it has shown. */
export async function wasShown(user: DashboardUser, path: string): Promise<string> {
  const found = /name="was" value="([^"]*)"/.exec(await (await user.get(path)).text())
  if (!found) throw new Error(`No form with a state: ${path}`)
  return found[1]!
}

/** A browser in which a person is signed in, before its first page. */
export async function dashboardVisit(
  browser: Browser,
  server: TestServer,
  { width, height, phone, timeZone, ...who }: SignInOptions & VisitOptions = {},
): Promise<Visit & { email: string; workspaceId: string }> {
  const { link, ...person } = await signInLink(server, who)
  const { cookie } = await sessionBy(link)
  const opened = await visit(browser, server.url, { width, height, phone, timeZone })
  await carryCookie(opened.page.context(), server, cookie)
  return { ...opened, ...person }
}

/** Signs a browser in. @param cookie of a session, as it is sent: `name=value` */
export async function carryCookie(context: BrowserContext, { url }: TestServer, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url }])
}

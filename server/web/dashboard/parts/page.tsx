import type { Child } from 'hono/jsx'
import type { View } from '../state.ts'
import { MenuBar, Side, sectionOf } from './nav.tsx'
import { Link } from './pieces.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { Shell } from './shell.tsx'

export interface MoreCall {
  /** What it does, before "by API": `Send ping`. */
  does: Child
  /** As `apiCall` of a page. */
  call: string
}

export type Crumb = readonly [label: string, href: string]

export interface PageProps {
  view: View
  title: string
  /** The call of the API that does the same, such as `GET /v1/documents/{id}`. */
  apiCall?: string | undefined
  /** The calls of single buttons, or others that help where there is no `apiCall`. */
  moreCalls?: readonly MoreCall[]
  /** The buttons beside the heading, at most one of them primary. */
  actions?: Child
  /** Above the heading: where this page stands, each with its path. */
  crumbs?: readonly Crumb[]
  /** A line below the heading. */
  lead?: Child
  /** The page has a heading of its own. */
  headless?: boolean
  children: Child
}

/** A page of the dashboard: side bar, heading with its actions, what was just done, and the calls that do the same. */
export function Page(props: PageProps) {
  const section = props.headless ? null : sectionOf(props.view.path)
  const { view, title, apiCall, moreCalls, actions, crumbs, lead, headless, children } = props
  return (
    <Shell title={title} assets={view.assets}>
      <body data-workspace={view.actor.workspaceId}>
        <a class="skip" href="#main">
          To the content
        </a>
        <MenuBar view={view} section={section} />
        <Side view={view} section={section} />
        <main id="main" tabindex={-1}>
          <SandboxBanner view={view} />
          {view.flash !== null && (
            <p class={`flash ${view.flash.tone}`} role={view.flash.tone === 'bad' ? 'alert' : 'status'}>
              {view.flash.text}
            </p>
          )}
          {crumbs && (
            <nav class="crumbs" aria-label="Where this is">
              {crumbs.map(([label, href], at) => (
                <>
                  {at > 0 && <span aria-hidden="true">/</span>}
                  <Link href={href}>{label}</Link>
                </>
              ))}
            </nav>
          )}
          {!headless && (
            <div class="bar">
              <div>
                <h1>{title}</h1>
                {lead && <p class="small">{lead}</p>}
              </div>
              {actions}
            </div>
          )}
          {children}
          {!headless && view.hasKeys && <ApiCalls apiCall={apiCall} moreCalls={moreCalls} />}
        </main>
      </body>
    </Shell>
  )
}

function ApiCalls({ apiCall, moreCalls = [] }: Pick<PageProps, 'apiCall' | 'moreCalls'>) {
  return (
    <footer class="api">
      {apiCall !== undefined && (
        <p>
          The same by API: <code>{apiCall}</code>
        </p>
      )}
      {moreCalls.map(({ does, call }) => (
        <p>
          {does} by API: <code>{call}</code>
        </p>
      ))}
      {apiCall === undefined && moreCalls.length === 0 && <p>The API has no call for this.</p>}
    </footer>
  )
}

import type { Child } from 'hono/jsx'
import type { View } from '../state.ts'
import { MenuBar, type Section, Side } from './nav.tsx'
import { Shell } from './shell.tsx'

export interface PageProps {
  view: View
  title: string
  /** What the side bar marks; null: nothing. */
  section: Section | null
  /** The call of the API that does the same, such as `GET /v1/documents/{id}`; null: there is none. */
  apiCall: string | null
  /** The buttons beside the heading, at most one of them primary. */
  actions?: Child
  /** Above the heading: where this page stands, each with its path. */
  crumbs?: { label: string; href: string }[]
  /** A line below the heading. */
  lead?: Child
  /** The page has a heading of its own. */
  headless?: boolean
  children: Child
}

/** A page of the dashboard: side bar, heading with its actions, what was just done, and the call that does the same. */
export function Page(props: PageProps) {
  const { view, title, section, apiCall, actions, crumbs, lead, headless, children } = props
  return (
    <Shell title={title} assets={view.assets}>
      <body data-workspace={view.actor.workspaceId}>
        <a class="skip" href="#main">
          To the content
        </a>
        <MenuBar view={view} section={section} />
        <Side view={view} section={section} />
        <main id="main" tabindex={-1}>
          {view.flash !== null && (
            <p class={`flash ${view.flash.tone}`} role={view.flash.tone === 'bad' ? 'alert' : 'status'}>
              {view.flash.text}
            </p>
          )}
          {crumbs && (
            <nav class="crumbs" aria-label="Where this is">
              {crumbs.map(({ label, href }, at) => (
                <>
                  {at > 0 && <span aria-hidden="true">/</span>}
                  <a class="text" href={href}>
                    {label}
                  </a>
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
          {apiCall !== null && (
            <footer class="api">
              The same by API: <code>{apiCall}</code>
            </footer>
          )}
        </main>
      </body>
    </Shell>
  )
}

import { REVIEWS_COUNTED } from '../../../domain/instances/count-reviews.ts'
import { isShown, type View } from '../state.ts'
import { AsPerson } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'

/** The sections of the dashboard, by the path each begins with. */
const SECTIONS = {
  start: { href: '/start', label: 'Start', icon: 'start' },
  documents: { href: '/documents', label: 'Documents', icon: 'documents' },
  review: { href: '/review', label: 'Review', icon: 'review' },
  templates: { href: '/templates', label: 'Templates', icon: 'templates' },
  fields: { href: '/fields', label: 'Field registry', icon: 'fields' },
  keys: { href: '/keys', label: 'API keys', icon: 'keys' },
  webhooks: { href: '/webhooks', label: 'Webhooks', icon: 'webhooks' },
  log: { href: '/log', label: 'API log', icon: 'log' },
  sandboxes: { href: '/sandboxes', label: 'Sandboxes', icon: 'sandboxes' },
  settings: { href: '/settings', label: 'Settings', icon: 'settings' },
} as const satisfies Record<string, { href: string; label: string; icon: IconName }>

export type Section = keyof typeof SECTIONS

/** The section that the side bar marks on the page at this path. */
export function sectionOf(path: string): Section | null {
  const name = path.split('/')[1] ?? ''
  if (name === 'account') return 'settings'
  return Object.hasOwn(SECTIONS, name) ? (name as Section) : null
}

const GROUPS: { title: string | null; sections: Section[] }[] = [
  { title: null, sections: ['start', 'documents', 'review', 'templates', 'fields'] },
  { title: 'Developers', sections: ['keys', 'webhooks', 'log', 'sandboxes'] },
  { title: 'Workspace', sections: ['settings'] },
]

/** The bar at the side; on a phone it opens over the page, by the button of `MenuBar`, without a script. */
export function Side({ view, section }: { view: View; section: Section | null }) {
  return (
    <aside class="side" id="side" popover="auto" aria-label="Workspace and sections">
      <Workspaces view={view} />
      <nav aria-label="Main">
        {GROUPS.map(({ title, sections }) => (
          <>
            {title && sections.some((name) => isShown(view, SECTIONS[name].href)) && <div class="group">{title}</div>}
            {sections
              .filter((name) => isShown(view, SECTIONS[name].href))
              .map((name) => (
                <a href={SECTIONS[name].href} aria-current={name === section ? 'page' : undefined}>
                  <Icon name={SECTIONS[name].icon} />
                  {SECTIONS[name].label}
                  {name === 'review' && view.toReview > 0 && (
                    <span class="count">
                      {view.toReview < REVIEWS_COUNTED ? view.toReview : `${REVIEWS_COUNTED - 1}+`}
                    </span>
                  )}
                </a>
              ))}
            {title === 'Developers' && (
              <a href="/docs">
                <Icon name="docs" />
                Documentation
              </a>
            )}
          </>
        ))}
      </nav>
      <div class="foot">
        <span>{view.person.email}</span>
        <form method="post" action="/sign-out">
          <small>
            {view.person.workspace.role === 'owner' ? 'Owner' : 'Member'} ·{' '}
            <button type="submit" class="link">
              Sign out
            </button>
          </small>
        </form>
      </div>
    </aside>
  )
}

/** The name of the workspace; of several, a choice. */
function Workspaces({ view }: { view: View }) {
  const { person, path } = view
  const { workspace, workspaces } = person
  // A sandbox is opened on the page of its live workspace.
  const offered = workspaces.filter(({ id, liveId }) => liveId === null || id === workspace.id)
  const name = (
    <>
      <Logo name={workspace.name} />
      <span>{workspace.name}</span>
    </>
  )
  if (offered.length === 1) return <p class="workspace">{name}</p>
  return (
    <details class="switch">
      <summary class="workspace">
        {name}
        <span class="chev" aria-hidden="true">
          ⌄
        </span>
      </summary>
      <form method="post" action="/account/workspace">
        <AsPerson view={view} />
        <input type="hidden" name="next" value={`/${path.split('/')[1] ?? ''}`} />
        {offered.map(({ id, name }) => (
          <button type="submit" name="workspace" value={id} aria-pressed={id === workspace.id ? 'true' : undefined}>
            {name}
          </button>
        ))}
      </form>
    </details>
  )
}

/** On a phone, above the page. */
export function MenuBar({ view, section }: { view: View; section: Section | null }) {
  return (
    <div class="menu">
      <Logo name={view.person.workspace.name} />
      <span>{section ? SECTIONS[section].label : view.person.workspace.name}</span>
      <button type="button" class="btn small" popovertarget="side">
        Menu
      </button>
    </div>
  )
}

function Logo({ name }: { name: string }) {
  return (
    <span class="logo" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}

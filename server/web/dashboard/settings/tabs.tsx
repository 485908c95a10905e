import { isShown, type View } from '../state.ts'

const TABS = [
  ['/settings', 'Workspace'],
  ['/settings/people', 'People'],
  // Contract 5.1: keys are made in "Settings, API".
  ['/keys', 'API'],
  ['/settings/log', 'Log'],
  ['/account', 'Account'],
] as const

/** The pages of the settings, beside each other. */
export function SettingsTabs({ view }: { view: View }) {
  return (
    <div class="filters">
      <nav class="tabs" aria-label="Settings">
        {TABS.filter(([href]) => isShown(view, href)).map(([href, label]) => (
          <a href={href} aria-current={view.path === href ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  )
}

import { LIST } from '../../../limits.ts'
import { type ListQuery, TABS } from './query.ts'

export interface TabsProps {
  current: ListQuery['tab'] | 'drafts'
  /** The address of a tab. */
  href: (tab: ListQuery['tab']) => string
  counts: Record<string, number>
  /** The script replaces this element. */
  swap?: string
}

/** Above the list of documents: what it shows, and the drafts. */
export function ListTabs({ current, href, counts, swap }: TabsProps) {
  const tabs: [tab: ListQuery['tab'], label: string][] = [
    ['', 'All'],
    ...(Object.entries(TABS) as [ListQuery['tab'], string][]),
  ]
  return (
    <nav class="tabs list" aria-label="Status">
      {tabs.map(([tab, label]) => (
        <a
          href={href(tab)}
          id={`tab-${tab || 'all'}`}
          data-swap={swap}
          aria-current={current === tab ? 'page' : undefined}
        >
          {label}
          <Count of={counts[tab]} />
        </a>
      ))}
      <a href="/documents/drafts" id="tab-drafts" aria-current={current === 'drafts' ? 'page' : undefined}>
        Drafts and scheduled
        <Count of={counts.drafts} />
      </a>
    </nav>
  )
}

function Count({ of }: { of: number | undefined }) {
  return of ? <span class="num"> {of > LIST.countedTo ? '1,000+' : of}</span> : null
}

import type { Child } from 'hono/jsx'
import { Submit } from './pieces.tsx'

export interface SearchFormProps {
  /** Address of the list. */
  action: string
  /** Id of the element that the script replaces. */
  swap: string
  /** The tab that the search stays in; empty: the first. */
  tab: string
  query: string
  label: string
  /** What can be searched for, short enough for a phone. */
  placeholder: string
  /** Filters beside it. */
  children?: Child
}

/** Above a list: search in it. */
export function SearchForm({ action, swap, tab, query, label, placeholder, children }: SearchFormProps) {
  return (
    <form method="get" action={action} class="filters" data-swap={swap}>
      {tab !== '' && <input type="hidden" name="tab" value={tab} />}
      <input type="search" name="q" id="q" value={query} maxlength={200} placeholder={placeholder} aria-label={label} />
      {children}
      <Submit label="Search" />
    </form>
  )
}

import type { Child } from 'hono/jsx'
import { ButtonLink } from './pieces.tsx'

export interface Column {
  label: string
  /** Aligned to the end of the line, for times and buttons. */
  end?: boolean
  /** Left out where the screen is narrow and yet no phone: 3 first, then 2. Its cells have the class too. */
  rank?: 2 | 3
}

/** A table whose rows become cards on a phone. `caption` names it for screen readers; a cell of class `wide` takes a line of its card. */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string
  columns: readonly (string | Column)[]
  children: Child
}) {
  return (
    <div class="card">
      <table class="cards">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const { label, end, rank }: Column = typeof column === 'string' ? { label: column } : column
              return (
                <th scope="col" class={end ? 'end' : rank && `rank-${rank}`}>
                  {label}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export interface PagerProps {
  /** The page before this one; null: there is none. */
  newer: string | null
  /** The page after this one; null: there is none. */
  older: string | null
  /** What the two are called where the list is not in order of time. */
  words?: [newer: string, older: string]
  children: Child
}

/** Where one is in a list, and the ways on. */
export function Pager({ newer, older, words = ['Newer', 'Older'], children }: PagerProps) {
  return (
    <nav class="pager" aria-label="Pages">
      <span class="num">{children}</span>
      {newer !== null && <ButtonLink href={newer} label={words[0]} kind="small" rel="prev" />}
      {older !== null && <ButtonLink href={older} label={words[1]} kind="small" rel="next" />}
    </nav>
  )
}

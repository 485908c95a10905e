import type { Child } from 'hono/jsx'

interface MoreMenuProps {
  /** Stays open by it when the page is renewed. */
  id: string
  /** What of several it is for, for those who only hear the button; it begins with a space. */
  about?: string
  small?: boolean
  /** Buttons, those wanted most often first; null and false are left out. */
  children: (Child | null | false)[]
}

/** What is wanted less often, behind a button. Without a script it closes by the same button. */
export function MoreMenu({ id, about, small, children }: MoreMenuProps) {
  if (!children.some(Boolean)) return null
  return (
    <details class="more">
      <summary id={id} class={small ? 'btn small' : 'btn'}>
        More{about && <span class="unseen">{about}</span>} <span aria-hidden="true">⌄</span>
      </summary>
      <div class="more-list">{children}</div>
    </details>
  )
}

import type { View } from '../state.ts'
import { AsPerson } from './form.tsx'
import { Link, Submit } from './pieces.tsx'

/** A button that shows another workspace from now on. */
export function SwitchTo({ view, id, label, about }: { view: View; id: string; label: string; about?: string }) {
  return (
    <form method="post" action="/account/workspace">
      <AsPerson view={view} />
      <input type="hidden" name="next" value="/sandboxes" />
      <Submit name="workspace" value={id} label={label} {...(about && { about })} kind="small" />
    </form>
  )
}

/** Above every page of a sandbox. */
export function SandboxBanner({ view }: { view: View }) {
  const { liveId } = view.actor
  if (liveId === null) return null
  return (
    <div class="banner sandbox">
      <p>
        <b>Sandbox.</b> Nothing is sent to anybody, and nothing here binds.{' '}
        <Link href="/sandboxes">Messages and clock</Link>
      </p>
      <SwitchTo view={view} id={liveId} label="Back to live" />
    </div>
  )
}

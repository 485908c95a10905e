import type { View } from '../state.ts'

/** The hidden field that `assertAsOpened` checks, for forms whose action does not name something of one workspace. */
export const WORKSPACE_FIELD = 'in_workspace'

/** Says in which workspace a form was opened: another tab may have shown another one since. */
export function InWorkspace({ view }: { view: View }) {
  return <input type="hidden" name={WORKSPACE_FIELD} value={view.actor.workspaceId} />
}

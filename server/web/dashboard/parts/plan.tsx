import type { Verb } from '../../../domain/may.ts'
import type { View } from '../state.ts'

/**
 * Says that the plan lacks what would stand here; nothing where it does not.
 * @param what the beginning of the sentence, such as `Sending from a template`
 */
export function NeedsPlan({ view, verb, what }: { view: View; verb: Verb; what: string }) {
  if (!view.lacks(verb)) return null
  return (
    <p class="small">
      {what} needs the Enterprise entitlement, which the plan of this workspace does not include.{' '}
      <a class="text" href="/settings">
        Plan and usage
      </a>
    </p>
  )
}

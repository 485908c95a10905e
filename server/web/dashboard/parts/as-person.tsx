import type { View } from '../state.ts'

/** The hidden field that `assertAsOpened` checks, for forms that change the account of whoever is signed in. */
export const PERSON_FIELD = 'as_person'

/** Says for whom a form was opened: somebody else may have signed in in another tab since. */
export function AsPerson({ view }: { view: View }) {
  return <input type="hidden" name={PERSON_FIELD} value={view.actor.userId} />
}

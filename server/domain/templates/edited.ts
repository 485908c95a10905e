import type { Actor } from '../actor.ts'

/** What a change of a draft notes about itself: the person, if it was one, and the time. */
export function editedBy(actor: Actor, now: Date): { edited_by: string | null; edited_at: Date } {
  return { edited_by: actor.kind === 'user' ? actor.userId : null, edited_at: now }
}

import { DomainError } from '../../domain/errors.ts'
import { MESSAGES, refusalOf, type Verb } from '../../domain/may.ts'
import type { View } from './state.ts'

/**
 * Refuses the page with the form of a verb that the person may not use; the verb itself refuses the form.
 * @throws DomainError `not_permitted`
 */
export function assertMayOpen({ actor }: Pick<View, 'actor'>, verb: Verb): void {
  const refusal = refusalOf(verb, actor)
  if (refusal) throw new DomainError(refusal, MESSAGES[refusal])
}

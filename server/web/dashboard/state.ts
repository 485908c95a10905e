import type { UserActor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { MESSAGES, refusalOf, type Verb } from '../../domain/may.ts'
import type { Person } from '../../domain/people/sessions.ts'
import type { State } from '../../http/state.ts'
import type { PageAssets } from '../assets.ts'
import type { Flash } from './flash.ts'

/** What every page of the dashboard needs to render. */
export interface View {
  /** For the verbs. */
  actor: UserActor
  person: Person
  assets: PageAssets
  /** The path that was asked for, without the query. */
  path: string
  /** Said once, after a change. */
  flash: Flash | null
  /** Staged documents that wait for somebody to look at them. */
  toReview: number
  /** Whether the workspace works by API at all: only then do pages name the calls that do the same. */
  hasKeys: boolean
  /**
   * Looks again who is signed in and in which role, once a body has arrived: it may take minutes.
   * @throws DomainError `invalid_state` when the person no longer is, or is shown another workspace by now
   */
  again(): Promise<void>
  /** Whether the workspace's plan lacks what the verb needs (contract 5.5). */
  lacks(verb: Verb): boolean
}

/** The state of a request by somebody who is signed in. */
export interface DashboardState extends State {
  Variables: State['Variables'] & { view: View }
}

/** Whether the person may do this, and the plan includes it: a button for what is refused is not shown. */
export function may({ actor, lacks }: Pick<View, 'actor' | 'lacks'>, verb: Verb): boolean {
  return refusalOf(verb, actor) === null && !lacks(verb)
}

/** What a sandbox has of its live workspace, which alone shows it. */
const OF_LIVE = /^\/(?:templates|fields|settings)(?:[/?]|$)/

/** Whether the path leads to a page of the workspace that is shown: in a sandbox not all do. */
export const isShown = ({ actor }: Pick<View, 'actor'>, path: string) => actor.liveId === null || !OF_LIVE.test(path)

/**
 * Refuses the page with the form of a verb that the person may not use; the verb itself refuses the form.
 * @throws DomainError `not_permitted`
 */
export function assertMayOpen({ actor }: Pick<View, 'actor'>, verb: Verb): void {
  const refusal = refusalOf(verb, actor)
  if (refusal) throw new DomainError(refusal, MESSAGES[refusal])
}

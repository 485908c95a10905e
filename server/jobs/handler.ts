import type { Ctx } from '../context.ts'
import type { TaskName, Tasks } from '../db/tasks.ts'

/**
 * What runs a task. It may run twice, late, or at the same time elsewhere: it reads what is true and does what is due.
 * @param attempt `last`: a failure of this try is final
 */
export type Handler<Name extends TaskName> = (
  ctx: Ctx,
  payload: Tasks[Name],
  attempt: { last: boolean },
) => Promise<void>

export type Handlers = { [Name in TaskName]: Handler<Name> }

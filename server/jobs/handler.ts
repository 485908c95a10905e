import type { Ctx } from '../context.ts'
import type { TaskName, Tasks } from '../db/tasks.ts'

/**
 * Runs a task. A task may run twice, late, or concurrently elsewhere: it reads the current state and does what is due.
 * @param attempt `last`: a failure of this attempt is final
 */
export type JobHandler<Name extends TaskName> = (
  ctx: Ctx,
  payload: Tasks[Name],
  attempt: { last: boolean },
) => Promise<void>

export type JobHandlers = { [Name in TaskName]: JobHandler<Name> }

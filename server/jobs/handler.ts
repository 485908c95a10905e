import type { Ctx } from '../context.ts'
import type { TaskName, Tasks } from '../db/tasks.ts'

export interface JobAttempt {
  /** Counted from 1. */
  number: number
  /** A failure is final. */
  last: boolean
}

/**
 * Runs a task. A task may run twice, late, or concurrently elsewhere: it reads the current state and does what is due.
 */
export type JobHandler<Name extends TaskName> = (ctx: Ctx, payload: Tasks[Name], attempt: JobAttempt) => Promise<void>

export type JobHandlers = { [Name in TaskName]: JobHandler<Name> }

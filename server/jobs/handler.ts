import type { Ctx } from '../context.ts'
import type { TaskName, Tasks } from '../db/tasks.ts'
import { forEach } from '../domain/each.ts'

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

/** Runs each part, whatever became of those before it. */
export function inParts(task: TaskName, parts: ((ctx: Ctx) => Promise<unknown>)[]): (ctx: Ctx) => Promise<void> {
  return (ctx) =>
    forEach(
      parts,
      async (part) => {
        await part(ctx)
      },
      (part, error) => ctx.log.warn({ err: error, part: part.name }, `a part of ${task} failed`),
    )
}

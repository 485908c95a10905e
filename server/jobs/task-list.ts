import type { TaskList } from 'graphile-worker'
import type { Ctx } from '../context.ts'
import { MAX_ATTEMPTS, type TaskName, type Tasks } from '../db/tasks.ts'
import { bulkSendTask } from './bulk-send.ts'
import { checkFilesTask } from './check-files.ts'
import { endReviewsTask } from './end-reviews.ts'
import { expireRequestsTask } from './expire-requests.ts'
import type { JobAttempt, JobHandlers } from './handler.ts'
import { pruneTask } from './prune.ts'
import { reconcileTask } from './reconcile.ts'
import { recoverHookTask } from './recover-hook.ts'
import { remindTask } from './remind.ts'
import { renewTask } from './renew.ts'
import { sealDocumentTask } from './seal-document.ts'
import { sendDraftTask } from './send-draft.ts'
import { sendEmailTask } from './send-email.ts'
import { sendSmsTask } from './send-sms.ts'
import { settleHooksTask } from './settle-hooks.ts'

const handlers: JobHandlers = {
  'seal-document': sealDocumentTask,
  'send-email': sendEmailTask,
  'send-sms': sendSmsTask,
  'bulk-send': bulkSendTask,
  'send-draft': sendDraftTask,
  'settle-hooks': settleHooksTask,
  'recover-hook': recoverHookTask,
  'expire-requests': expireRequestsTask,
  'end-reviews': endReviewsTask,
  remind: remindTask,
  prune: pruneTask,
  'check-files': checkFilesTask,
  renew: renewTask,
  reconcile: reconcileTask,
}

const max = (task: TaskName) => `max=${MAX_ATTEMPTS[task]}`

/** In UTC. Exactly once across processes; one queue per task, so that the next run cannot overtake a slow one. */
export const CRONTAB = [
  `* * * * * reconcile ?queue=reconcile&${max('reconcile')}`,
  `* * * * * check-files ?queue=check-files&${max('check-files')}`,
  `* * * * * renew ?queue=renew&${max('renew')}`,
  `* * * * * end-reviews ?queue=end-reviews&${max('end-reviews')}`,
  `0 * * * * expire-requests ?queue=expire-requests&${max('expire-requests')}`,
  `15 * * * * remind ?queue=remind&${max('remind')}`,
  `30 * * * * prune ?queue=prune&${max('prune')}`,
].join('\n')

/** Runs one task now, in this process, regardless of the queue. */
export function runTask<Name extends TaskName>(
  ctx: Ctx,
  task: Name,
  payload: Tasks[Name],
  attempt: JobAttempt,
): Promise<void> {
  return handlers[task](ctx, payload, attempt)
}

/** The handlers in the form graphile-worker expects. */
export function taskList(ctx: Ctx): TaskList {
  const entries = Object.entries(handlers).map(([name, handler]) => [
    name,
    (payload: never, { job }: { job: { attempts: number; max_attempts: number } }) =>
      timed(ctx, name, () => handler(ctx, payload, { number: job.attempts, last: job.attempts >= job.max_attempts })),
  ])
  return Object.fromEntries(entries)
}

async function timed(ctx: Ctx, task: string, work: () => Promise<void>): Promise<void> {
  const stop = ctx.metrics.jobSeconds.startTimer({ task })
  try {
    await work()
    stop({ outcome: 'done' })
  } catch (error) {
    stop({ outcome: 'failed' })
    throw error
  }
}

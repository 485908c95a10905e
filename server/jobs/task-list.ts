import type { TaskList } from 'graphile-worker'
import type { Ctx } from '../context.ts'
import {
  MAX_ATTEMPTS,
  OVERDUE_EMAIL_ATTEMPT,
  ROLE_OF,
  type SandboxTag,
  type TaskName,
  type Tasks,
  type WorkerRole,
} from '../db/tasks.ts'
import { workOnUpload } from '../domain/bulk/work.ts'
import { checkDueFiles } from '../domain/documents/check-files.ts'
import { reconcile } from '../domain/documents/reconcile.ts'
import { renewDue } from '../domain/documents/renew.ts'
import { reportSealDelays } from '../domain/documents/report-delays.ts'
import { deleteRetired } from '../domain/documents/retention.ts'
import { sealDocument } from '../domain/documents/seal.ts'
import { surveyStamps } from '../domain/documents/survey-stamps.ts'
import { resumeDrafts, sendDueDraft } from '../domain/drafts/send-due.ts'
import { continueRecovery } from '../domain/hooks/recover.ts'
import { settleHooks } from '../domain/hooks/switch-off.ts'
import { expireReviews } from '../domain/instances/expire-reviews.ts'
import { receiveReturnedMails } from '../domain/messages/bounce.ts'
import { sendEmail } from '../domain/messages/send.ts'
import { inWorkspace } from '../domain/records/workspaces/sandbox.ts'
import { expireDue } from '../domain/signing/expire.ts'
import { remindDue } from '../domain/signing/remind-due.ts'
import { sendTextInvitation } from '../domain/sms/text-signer.ts'
import { checkDueTemplateFiles } from '../domain/templates/check-files.ts'
import { inParts, type JobAttempt, type JobHandlers } from './handler.ts'
import { pruneTask } from './prune.ts'

const handlers: JobHandlers = {
  'seal-document': sealDocument,
  'send-email': (ctx, payload, { number }) => sendEmail(ctx, payload, { isOverdue: number === OVERDUE_EMAIL_ATTEMPT }),
  'send-sms': sendTextInvitation,
  'bulk-send': (ctx, { bulkId }, attempt) => workOnUpload(ctx, bulkId, attempt),
  'send-draft': (ctx, { draftId }, attempt) => sendDueDraft(ctx, draftId, attempt),
  'settle-hooks': (ctx, { hookIds }) => settleHooks(ctx, hookIds),
  'recover-hook': continueRecovery,
  'expire-requests': async (ctx) => {
    await expireDue(ctx)
  },
  'end-reviews': inParts('end-reviews', [expireReviews, deleteRetired]),
  remind: async (ctx) => {
    await remindDue(ctx)
  },
  prune: pruneTask,
  'check-files': async (ctx) => {
    await checkDueFiles(ctx)
    await checkDueTemplateFiles(ctx)
  },
  renew: async (ctx) => {
    const { renewalDays } = ctx.config
    if (renewalDays === null) return
    await surveyStamps(ctx, { all: false })
    await renewDue(ctx, { days: renewalDays })
  },
  'returned-mails': receiveReturnedMails,
  reconcile: async (ctx) => {
    await reconcile(ctx)
    await reportSealDelays(ctx)
    await resumeDrafts(ctx)
  },
}

const max = (task: TaskName) => `max=${MAX_ATTEMPTS[task]}`

/** In UTC. Exactly once across processes; one queue per task, so that the next run cannot overtake a slow one. */
export const CRONTAB = [
  `* * * * * reconcile ?queue=reconcile&${max('reconcile')}`,
  `* * * * * check-files ?queue=check-files&${max('check-files')}`,
  `* * * * * renew ?queue=renew&${max('renew')}`,
  `* * * * * returned-mails ?queue=returned-mails&${max('returned-mails')}`,
  `* * * * * end-reviews ?queue=end-reviews&${max('end-reviews')}`,
  `0 * * * * expire-requests ?queue=expire-requests&${max('expire-requests')}`,
  `15 * * * * remind ?queue=remind&${max('remind')}`,
  `30 * * * * prune ?queue=prune&${max('prune')}`,
].join('\n')

/** The lines of `CRONTAB` for the tasks of these roles. */
export function crontabOf(roles: readonly WorkerRole[]): string {
  const isOfRoles = (line: string) => roles.includes(ROLE_OF[line.split(' ')[5] as TaskName])
  return CRONTAB.split('\n').filter(isOfRoles).join('\n')
}

/** Runs one task now, in this process, regardless of the queue. */
export function runTask<Name extends TaskName>(
  ctx: Ctx,
  task: Name,
  payload: Tasks[Name] & SandboxTag,
  attempt: JobAttempt,
): Promise<void> {
  return run(
    ctx,
    handlers[task] as (ctx: Ctx, payload: Tasks[Name], attempt: JobAttempt) => Promise<void>,
    payload,
    attempt,
  )
}

/** In the sandbox that has added the job, unless that was erased meanwhile. */
async function run<Payload extends SandboxTag>(
  ctx: Ctx,
  handler: (ctx: Ctx, payload: Payload, attempt: JobAttempt) => Promise<void>,
  payload: Payload,
  attempt: JobAttempt,
): Promise<void> {
  if (payload.sandbox === undefined) return handler(ctx, payload, attempt)
  const inside = await inWorkspace(ctx, payload.sandbox)
  if (inside.sandbox) await handler(inside, payload, attempt)
}

/** The handlers of the tasks of these roles, in the form graphile-worker expects: it takes jobs of no other task. */
export function taskList(ctx: Ctx, roles: readonly WorkerRole[]): TaskList {
  const own = Object.entries(handlers).filter(([name]) => roles.includes(ROLE_OF[name as TaskName]))
  const entries = own.map(([name, handler]) => [
    name,
    (payload: never, { job }: { job: { attempts: number; max_attempts: number } }) =>
      timed(ctx, name, () =>
        run(ctx, handler, payload, { number: job.attempts, last: job.attempts >= job.max_attempts }),
      ),
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

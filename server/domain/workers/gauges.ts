import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ROLE_OF, type TaskName, WORKER_ROLES } from '../../db/tasks.ts'
import { countDue, oldestDue } from '../deliveries/queue.ts'
import { countFileProblems } from '../documents/check-files.ts'
import { countSealProblems } from '../documents/report-delays.ts'
import { countDamagedTemplates } from '../templates/check-files.ts'

const DAY_MS = 86_400_000
const GIVEN_UP_DAYS = 7

/**
 * Sets the gauges to what the database and the seal certificate say now. While the database does not respond they have
 * no value: an old one would hide the failure.
 */
export async function readGauges(ctx: Ctx): Promise<void> {
  const { gauges } = ctx.metrics
  const now = ctx.clock.now()
  gauges.sealCertificateDays.set((ctx.sealer.certificates().notAfter.getTime() - now.getTime()) / DAY_MS)
  try {
    const [due, oldest, stuck, damaged, damagedTemplates, jobs, givenUp] = await Promise.all([
      countDue(ctx.db, now),
      oldestDue(ctx.db, now),
      countSealProblems(ctx),
      countFileProblems(ctx),
      countDamagedTemplates(ctx),
      jobsByState(ctx, now),
      countGivenUp(ctx, now),
    ])
    gauges.deliveriesDue.set(due)
    for (const [lane, since] of Object.entries(oldest)) gauges.deliveriesOldestSeconds.set({ lane }, age(since, now))
    gauges.sealsStuck.set(stuck)
    gauges.documentsDamaged.set(damaged)
    gauges.templatesDamaged.set(damagedTemplates)
    gauges.jobs.reset()
    for (const { task, state, count } of jobs) gauges.jobs.set({ task, state }, count)
    for (const role of WORKER_ROLES) {
      const ages = jobs.filter(({ task }) => ROLE_OF[task as TaskName] === role).map((job) => job.age)
      gauges.jobsOldestSeconds.set({ role }, Math.max(0, ...ages))
    }
    gauges.jobsGivenUp.set(givenUp)
    gauges.databaseUp.set(1)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the gauges could not be read')
    gauges.deliveriesDue.remove()
    gauges.sealsStuck.remove()
    gauges.documentsDamaged.remove()
    gauges.templatesDamaged.remove()
    gauges.jobsOldestSeconds.reset()
    gauges.deliveriesOldestSeconds.reset()
    gauges.jobsGivenUp.remove()
    gauges.jobs.reset()
    gauges.databaseUp.set(0)
  }
}

const age = (since: Date | null, now: Date) =>
  since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000)

interface JobCount {
  task: string
  state: 'due' | 'running' | 'waiting'
  count: number
  /** Seconds since the oldest of them was due; 0 unless the state is `due`. */
  age: number
}

async function jobsByState(ctx: Pick<Ctx, 'db'>, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select task, state, count(*) as count,
      case state when 'due' then extract(epoch from ${now}::timestamptz - min(run_at))::float8 else 0 end as age
    from (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running' when run_at <= ${now} then 'due' else 'waiting' end as state
      from graphile_worker.jobs
      where attempts < max_attempts or locked_at is not null
    ) as jobs
    group by task, state`.execute(ctx.db)
  return rows
}

async function countGivenUp(ctx: Pick<Ctx, 'db'>, now: Date): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('job_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>=', new Date(now.getTime() - GIVEN_UP_DAYS * DAY_MS))
    .executeTakeFirstOrThrow()
  return count
}

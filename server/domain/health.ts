import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { lastHeartbeat } from './workers/heartbeat.ts'

export interface Check {
  status: 'ok' | 'warning' | 'failed'
  /** What is wrong, or what is worth knowing. */
  detail?: string
  ms: number
}

/** A worker signs every 5 seconds; without one nothing is sealed and no mail leaves. */
const WORKER_SILENT_MS = 60_000
const CERTIFICATE_WARNING_DAYS = 30
const DAY_MS = 86_400_000
const TIMEOUT_MS = 5_000

type Finding = { status: Check['status']; detail?: string } | undefined

/** Everything this server needs to do its work, each on its own; none of them throws. */
export async function readiness(ctx: Ctx): Promise<Record<string, Check>> {
  const checks: Record<string, () => Promise<Finding>> = {
    database: async () => {
      await sql`select 1`.execute(ctx.db)
    },
    migrations: () => migrations(ctx),
    worker: () => worker(ctx),
    storage: () => storage(ctx),
    seal_certificate: async () => certificate(ctx),
    mail: async () => (ctx.mail.kind === 'none' ? { status: 'warning', detail: 'MAIL_URL is none:' } : undefined),
  }
  const done = Object.entries(checks).map(async ([name, check]) => [name, await timed(ctx, name, check)] as const)
  return Object.fromEntries(await Promise.all(done))
}

async function migrations(ctx: Ctx): Promise<Finding> {
  const pending = await pendingMigrations(ctx.db)
  return pending.length > 0 ? { status: 'failed', detail: `pending: ${pending.join(', ')}` } : undefined
}

async function worker(ctx: Ctx): Promise<Finding> {
  const last = await lastHeartbeat(ctx)
  if (last && ctx.clock.now().getTime() - last.getTime() < WORKER_SILENT_MS) return undefined
  return { status: 'failed', detail: last ? `silent since ${last.toISOString()}` : 'no worker has signed on' }
}

async function storage(ctx: Ctx): Promise<Finding> {
  const problems = await ctx.storage.check()
  if (problems.length === 0) return undefined
  return { status: 'failed', detail: problems.map(({ subject, message }) => `${subject}: ${message}`).join('; ') }
}

function certificate(ctx: Ctx): Finding {
  const { notAfter } = ctx.sealer.certificates()
  const days = Math.floor((notAfter.getTime() - ctx.clock.now().getTime()) / DAY_MS)
  if (days < 0) return { status: 'failed', detail: `expired on ${notAfter.toISOString()}` }
  return { status: days < CERTIFICATE_WARNING_DAYS ? 'warning' : 'ok', detail: `${days} days left` }
}

/** What went wrong inside stands in the log: the answer is open to anybody. */
async function timed(ctx: Ctx, name: string, check: () => Promise<Finding>): Promise<Check> {
  const startedAt = performance.now()
  const finding = await withTimeout(check()).catch((error: unknown) => {
    ctx.log.error({ err: error, check: name }, 'a health check failed')
    return { status: 'failed' as const, detail: 'see the log' }
  })
  return { status: 'ok', ...finding, ms: Math.round(performance.now() - startedAt) }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** How far this machine's clock is from the database's; positive: ahead. Half of the round trip is taken off. */
export async function clockSkewMs(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const before = ctx.clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(ctx.db)
  const after = ctx.clock.now().getTime()
  return (before + after) / 2 - rows[0]!.at.getTime()
}

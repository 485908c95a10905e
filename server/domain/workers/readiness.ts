import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { WORKER_ROLES } from '../../db/tasks.ts'
import { countFileProblems } from '../documents/check-files.ts'
import { countSealProblems } from '../documents/report-delays.ts'
import { countDamagedTemplates } from '../templates/check-files.ts'
import { lastHeartbeats } from './heartbeat.ts'

export interface ReadinessCheck {
  status: 'ok' | 'warning' | 'failed'
  /** The problem, or information: paths, bucket names and the like, for the operator only. */
  detail?: string
  /** The public part of the detail: a region, a number of days. */
  note?: string
  ms: number
}

/** A worker writes a heartbeat every 5 seconds; without a worker nothing is sealed and no email is sent. */
const WORKER_SILENT_MS = 60_000
const CERTIFICATE_WARNING_DAYS = 30
const DAY_MS = 86_400_000
/** A load balancer that asks does not wait longer. */
const TIMEOUT_MS = 5_000
/** More frequent callers get the last result, so that a flood of calls does not reach the stores. */
const CACHE_MS = 5_000

type Finding = Omit<ReadinessCheck, 'ms'> | undefined

/** Checks by name; none of them needs another to succeed. */
export type Checks = Record<string, () => Promise<Finding>>

export interface Readiness {
  status: 'ok' | 'failed'
  checks: Record<string, { status: 'ok' | 'failed'; note?: string }>
}

/** Runs `readiness` at most every 5 seconds and returns the public part; the rest goes to the log. */
export function publicReadiness(ctx: Ctx): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | null = null
  return () => {
    const now = ctx.clock.now().getTime()
    if (last === null || Math.abs(now - last.at) >= CACHE_MS) last = { at: now, result: checkPublicly(ctx) }
    return last.result
  }
}

async function checkPublicly(ctx: Ctx): Promise<Readiness> {
  const found = Object.entries(await readiness(ctx))
  for (const [check, { status, detail }] of found) {
    if (status === 'failed') ctx.log.error({ check, detail }, 'a dependency is not ready')
  }
  const checks = found.map(([name, { status, note }]) => {
    const publicStatus: 'ok' | 'failed' = status === 'failed' ? 'failed' : 'ok'
    return [name, { status: publicStatus, note }] as const
  })
  const failed = checks.some(([, { status }]) => status === 'failed')
  return { status: failed ? 'failed' : 'ok', checks: Object.fromEntries(checks) }
}

/** Checks each dependency of the server independently; none of the checks throws. */
async function readiness(ctx: Ctx): Promise<Record<string, ReadinessCheck>> {
  const { database, migrations, worker, seals, files } = checksOfDatabase(ctx)
  return runChecks(ctx, {
    ...{ database, migrations, worker },
    storage: () => storage(ctx),
    seal_certificate: async () => checkCertificate(ctx),
    ...{ seals, files },
    sms: async () => (ctx.sms.kind === 'none' ? { status: 'warning', detail: 'SMS_URL is none:' } : undefined),
    mail: async () => (ctx.mail.kind === 'none' ? { status: 'warning', detail: 'MAIL_URL is none:' } : undefined),
  })
}

/** What the database alone can tell. */
export function checksOfDatabase(ctx: Pick<Ctx, 'db' | 'clock'>) {
  return {
    database: async () => {
      await sql`select 1`.execute(ctx.db)
    },
    migrations: () => migrations(ctx),
    worker: () => worker(ctx),
    seals: () => seals(ctx),
    files: () => files(ctx),
  } satisfies Checks
}

/** @param patienceMs a check that takes longer has failed */
export async function runChecks(
  ctx: Pick<Ctx, 'log'>,
  checks: Checks,
  patienceMs = TIMEOUT_MS,
): Promise<Record<string, ReadinessCheck>> {
  const done = Object.entries(checks).map(
    async ([name, check]) => [name, await timed(ctx, name, check, patienceMs)] as const,
  )
  return Object.fromEntries(await Promise.all(done))
}

async function migrations(ctx: Pick<Ctx, 'db'>): Promise<Finding> {
  const pending = await pendingMigrations(ctx.db)
  return pending.length > 0 ? { status: 'failed', detail: `pending: ${pending.join(', ')}` } : undefined
}

async function worker(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Finding> {
  const last = await lastHeartbeats(ctx)
  if (last.size === 0) return { status: 'failed', detail: 'no worker has signed on' }
  const silentSince = ctx.clock.now().getTime() - WORKER_SILENT_MS
  const missing = WORKER_ROLES.filter((role) => (last.get(role)?.getTime() ?? 0) <= silentSince)
  if (missing.length === 0) return undefined
  const words = missing.map((role) => `${role} (${last.get(role)?.toISOString() ?? 'never'})`)
  return { status: 'failed', detail: `no worker for ${words.join(', ')}`, note: missing.join(', ') }
}

async function storage(ctx: Ctx): Promise<Finding> {
  const problems = await ctx.storage.check()
  if (problems.length === 0) return undefined
  return {
    status: 'failed',
    detail: problems.map(({ subject, message }) => `${subject}: ${message}`).join('; '),
    note: problems.map(({ subject }) => subject).join(', '),
  }
}

/** Whether the seal certificate lasts. */
export function checkCertificate(ctx: Pick<Ctx, 'sealer' | 'clock'>): Omit<ReadinessCheck, 'ms'> {
  const { notAfter } = ctx.sealer.certificates()
  const days = Math.floor((notAfter.getTime() - ctx.clock.now().getTime()) / DAY_MS)
  if (days < 0) return { status: 'failed', detail: `expired on ${notAfter.toISOString()}` }
  const left = `${days} days left`
  return { status: days < CERTIFICATE_WARNING_DAYS ? 'warning' : 'ok', detail: left, note: left }
}

/** Reports problems that need an operator: a document that cannot be sealed does not affect the others. */
async function seals(ctx: Pick<Ctx, 'db'>): Promise<Finding> {
  const stuck = await countSealProblems(ctx)
  if (stuck === 0) return undefined
  const detail = `${stuck} ${stuck === 1 ? 'document' : 'documents'} cannot be sealed`
  return { status: 'warning', detail, note: detail }
}

/** Likewise: the other documents are served as before. */
async function files(ctx: Pick<Ctx, 'db'>): Promise<Finding> {
  const found = [
    counted(await countFileProblems(ctx), 'document'),
    counted(await countDamagedTemplates(ctx), 'template'),
  ].filter((sentence) => sentence !== null)
  if (found.length === 0) return undefined
  const detail = found.join(', ')
  return { status: 'warning', detail, note: detail }
}

function counted(damaged: number, what: string): string | null {
  if (damaged === 0) return null
  return damaged === 1 ? `1 ${what} has a damaged file` : `${damaged} ${what}s have damaged files`
}

async function timed(
  ctx: Pick<Ctx, 'log'>,
  name: string,
  check: () => Promise<Finding>,
  patienceMs: number,
): Promise<ReadinessCheck> {
  const startedAt = performance.now()
  const finding = await withTimeout(check(), patienceMs).catch((error: unknown) => {
    ctx.log.error({ err: error, check: name }, 'a health check failed')
    return { status: 'failed' as const, detail: 'see the log' }
  })
  return { status: 'ok', ...finding, ms: Math.round(performance.now() - startedAt) }
}

async function withTimeout(work: Promise<Finding>, patienceMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 'failed', detail: `no response within ${patienceMs / 1000} s` }),
      patienceMs,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The offset of this machine's clock from the database's; positive: ahead. Half of the round trip is subtracted. */
export async function clockSkewMs(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const before = ctx.clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(ctx.db)
  const after = ctx.clock.now().getTime()
  return (before + after) / 2 - rows[0]!.at.getTime()
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type PlannedRenewal, plannedRenewals } from '../../domain/documents/planned-renewals.ts'
import { REGIONS, type Region } from '../../regions.ts'
import { ENDING_SOON_DAYS } from '../../sealing/problems.ts'
import { blobKey } from '../../storage/index.ts'
import { type Finding, found } from './finding.ts'

/** Puts a small object into each region's store, reads it back and deletes it. */
export async function stores(ctx: Ctx): Promise<Finding[]> {
  return Promise.all(
    REGIONS.map(async (region) =>
      found(`storage ${region}`, await trial(ctx, region), 'an object was put, read and deleted'),
    ),
  )
}

async function trial(ctx: Ctx, region: Region): Promise<string | null> {
  const store = ctx.storage.region(region)
  const bytes = randomBytes(64)
  // If it stays behind, the collection of orphans deletes it: no row refers to it.
  const key = blobKey(randomUUID(), randomUUID(), createHash('sha256').update(bytes).digest('hex'))
  try {
    await store.put(key, { bytes })
    const read: Uint8Array[] = []
    for await (const chunk of store.stream(key)) read.push(chunk)
    await store.delete(key)
    return Buffer.concat(read).equals(bytes) ? null : 'an object that was just put came back with other bytes'
  } catch (error) {
    return messageOf(error)
  }
}

/** Whether the provider would take a message. */
export async function mail(ctx: Ctx): Promise<Finding> {
  const { kind } = ctx.mail
  if (kind === 'none') return { status: 'warning', subject: 'mail', detail: 'MAIL_URL is none:, so no email is sent' }
  const problem = await ctx.mail.check().catch(messageOf)
  return found('mail', problem, kind === 'outbox' ? 'kept at /dev/outbox' : `${kind}: connected and logged in`)
}

/** Sealed files whose time stamp ends soon, or has ended, and that nothing will renew. */
export async function timeStamps(ctx: Ctx): Promise<Finding> {
  const { renewalDays } = ctx.config
  const planned = await plannedRenewals(ctx, { days: renewalDays ?? ENDING_SOON_DAYS })
  const inState = (...states: PlannedRenewal['state'][]) => planned.filter(({ state }) => states.includes(state))
  const ending = inState('due', 'waiting')
  const late = ending.filter(({ error }) => error !== null)
  const [expired, unreadable] = [inState('expired'), inState('unreadable')]
  const problems = [
    ...(expired.length > 0 ? [`${expired.length} can no longer be renewed in time`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} cannot be read for theirs`] : []),
    ...(renewalDays === null && ending.length > 0
      ? [`${ending.length} end within a year, the first on ${day(ending[0]!)}, and RENEWAL_DAYS is not set`]
      : []),
    ...(renewalDays !== null && late.length > 0
      ? [`${late.length} could not be renewed so far, the first ends on ${day(late[0]!)} (${late[0]!.error})`]
      : []),
  ]
  const subject = 'time stamps'
  if (problems.length > 0) return { status: 'warning', subject, detail: `of the sealed files ${problems.join('; ')}` }
  return {
    status: 'ok',
    subject,
    detail:
      renewalDays === null ? 'no sealed file has one that ends within a year' : 'every sealed file is renewed in time',
  }
}

const day = ({ holdsUntil }: PlannedRenewal) => holdsUntil!.toISOString().slice(0, 10)

/** The jobs that were given up in the last week, by task. */
export async function jobs(ctx: Ctx): Promise<Finding> {
  const since = new Date(ctx.clock.now().getTime() - 7 * 86_400_000)
  const rows = await ctx.db
    .selectFrom('job_failures')
    .select(['task', (eb) => eb.fn.countAll<number>().as('count'), (eb) => eb.fn.max('error').as('error')])
    .where('failed_at', '>=', since)
    .groupBy('task')
    .orderBy('task')
    .execute()
  if (rows.length === 0) return { status: 'ok', subject: 'jobs', detail: 'none was given up in the last 7 days' }
  const given = rows.map(({ task, count, error }) => `${task} ${count} times (${firstLine(error)})`)
  return { status: 'warning', subject: 'jobs', detail: `given up in the last 7 days: ${given.join('; ')}` }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const firstLine = (text: string) => text.split('\n', 1)[0]!.slice(0, 200)

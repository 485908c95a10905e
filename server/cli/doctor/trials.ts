import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { type PlannedRenewal, plannedRenewals } from '../../domain/documents/planned-renewals.ts'
import { providerMail } from '../../mail/index.ts'
import { checkMailbox } from '../../mail/returned.ts'
import { ENDING_SOON_DAYS } from '../../sealing/problems.ts'
import { type Finding, found } from './finding.ts'

/** Whether the provider would take a message. */
export async function mail({ mailUrl: url, mailFrom: from, dnsServers }: Config): Promise<Finding[]> {
  const adapter = providerMail({ url, from, dnsServers })
  if (adapter === null) return [found('mail', null, 'kept at /dev/outbox')]
  if (adapter.kind === 'none')
    return [{ status: 'warning', subject: 'mail', detail: 'MAIL_URL is none:, so no email is sent' }]
  try {
    return [found('mail', await adapter.check(), `${adapter.kind}: connected and logged in`)]
  } finally {
    await adapter.close()
  }
}

/** Whether the mailbox for returned mails can be read. */
export async function returnedMails({ bounceMailbox }: Config): Promise<Finding[]> {
  return bounceMailbox === null
    ? []
    : [found('returned mails', await checkMailbox(bounceMailbox), 'connected and logged in')]
}

/** Whether there is a provider: a message on trial would cost money and reach somebody. */
export function sms({ smsUrl }: Config): Finding {
  if (smsUrl.startsWith('none:'))
    return { status: 'warning', subject: 'sms', detail: 'SMS_URL is none:, so no phone number is verified' }
  return found('sms', null, smsUrl.startsWith('outbox:') ? 'kept at /dev/outbox' : 'set; nothing was sent on trial')
}

/** Sealed files whose time stamp ends soon, or has ended, and that nothing will renew. */
export async function timeStamps(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<Finding> {
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
export async function jobs(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Finding> {
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

const firstLine = (text: string) => text.split('\n', 1)[0]!.slice(0, 200)

import { sql } from 'kysely'
import type { ServerCtx } from '../../../server/context.ts'
import { claim, makeReady } from '../../../server/domain/deliveries/queue.ts'
import { checkDueFiles } from '../../../server/domain/documents/check-files.ts'
import { collectOrphans } from '../../../server/domain/documents/collect-orphans.ts'
import { reconcile } from '../../../server/domain/documents/reconcile.ts'
import { renewDue } from '../../../server/domain/documents/renew.ts'
import { reportSealDelays } from '../../../server/domain/documents/report-delays.ts'
import { deleteRetired } from '../../../server/domain/documents/retention.ts'
import { surveyStamps } from '../../../server/domain/documents/survey-stamps.ts'
import { resumeDrafts } from '../../../server/domain/drafts/send-due.ts'
import { expireReviews } from '../../../server/domain/instances/expire-reviews.ts'
import { linkFor } from '../../../server/domain/people/operator-link.ts'
import { expireDue } from '../../../server/domain/signing/expire.ts'
import { remindDue } from '../../../server/domain/signing/remind-due.ts'
import { checkDueTemplateFiles } from '../../../server/domain/templates/check-files.ts'
import { readGauges } from '../../../server/domain/workers/gauges.ts'
import { sweepDeadProcesses } from '../../../server/domain/workers/liveness.ts'
import { PRUNE_PARTS } from '../../../server/jobs/prune.ts'
import { caller } from '../../../test/support/call.ts'
import { sessionBy } from '../../../test/support/dashboard.ts'
import { send } from '../../../test/support/flow.ts'
import type { Place } from './patterns.ts'

export type Work = Record<string, () => Promise<unknown>>

/** More than anybody's rate limit leaves out of a minute. */
const CALLS_OF_A_KEY = 40

/** What the background does by the clock, with nothing that is due: looking for it is what grows. */
export function dueWork(ctx: ServerCtx): Work {
  const now = () => ctx.clock.now()
  const slots = { slots: 20, perHook: 4, perWorkspace: 20, slow: false, after: null }
  const empty = { limits: new Map(), hooks: new Map(), workspaces: new Map() }
  return {
    'expired requests': () => expireDue(ctx),
    reminders: () => remindDue(ctx),
    'reviews that are over': () => expireReviews(ctx),
    'seals that are due': () => reconcile(ctx),
    'seals that are late': () => reportSealDelays(ctx),
    'scheduled drafts': () => resumeDrafts(ctx),
    'deliveries to make ready': () => makeReady(ctx.db, now()),
    'deliveries to claim': () => claim(ctx.db, { now: now(), ...slots, ...empty }),
    'claims of dead processes': () => sweepDeadProcesses(ctx, new Set()),
    'files to erase': () => deleteRetired(ctx),
    'files to check': () => checkDueFiles(ctx),
    'files of templates to check': () => checkDueTemplateFiles(ctx),
    'time stamps not surveyed': () => surveyStamps(ctx, { all: false }),
    'time stamps to renew': () => renewDue(ctx, { days: 90 }),
    'the gauges of /metrics': () => readGauges(ctx),
  }
}

/** The hourly prune without the walk through the stored files, which takes long by nature, and without what `dueWork` has. */
export function pruneWork(ctx: ServerCtx): Work {
  const parts = PRUNE_PARTS.filter((part) => part !== collectOrphans && part !== deleteRetired)
  return Object.fromEntries(parts.map((part) => [`prune: ${part.name}`, () => part(ctx)]))
}

/** What somebody waits for, in the largest workspace, over HTTP. */
export async function callWork(ctx: ServerCtx, place: Place): Promise<Work> {
  const site = ctx.config.publicUrl
  const fetchPath = (path: string, init?: RequestInit) => fetch(site + path, init)
  const server = { url: site, fetch: fetchPath, call: caller(fetchPath) }
  let calls = 0
  const key = () => place.keys[Math.floor(calls++ / CALLS_OF_A_KEY) % place.keys.length]!
  const person = { workspaceId: place.id, email: 'bench@example.com', name: null, role: 'owner' } as const
  const { get } = await sessionBy(await linkFor(ctx, person))
  const page = (path: string) => async () => {
    const answer = await get(path)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
  }
  const call = (path: string) => async () => {
    const { status, body } = await server.call(key(), 'GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`)
  }
  const { id, at } = await middle(ctx, place)
  return {
    'list: the first page': page('/documents'),
    'list: a page in the middle': page(`/documents?before=${at}_${id}`),
    'list: waiting': page('/documents?tab=waiting'),
    'list: what needs attention': page('/documents?tab=attention'),
    'search: an id': page(`/documents?q=${id}`),
    'search: an address': page('/documents?q=person80-0%40'),
    'search: a word of every 250th': page('/documents?q=canal'),
    'search: a frequent word': page('/documents?q=number'),
    'search: a word of none': page('/documents?q=xylophone'),
    'search: metadata': page('/documents?q=order%3A80'),
    'detail: GET /v1/documents/{id}': call(`/v1/documents/${id}`),
    'detail: the audit events': call(`/v1/documents/${id}/audit-events`),
    'detail: the page of a document': page(`/documents/${id}`),
    'GET /v1/events?limit=100': call('/v1/events?limit=100'),
    'the log of calls': page('/log'),
    'create: POST /v1/signing-requests': () =>
      send(server, key(), { signers: [{ email: 'ada@example.com' }], send_emails: false }),
  }
}

async function middle(ctx: ServerCtx, { id: workspaceId }: Place): Promise<{ id: string; at: string }> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, created_at as at from documents where workspace_id = ${workspaceId}
      and created_at < ${new Date(ctx.clock.now().getTime() - 180 * 86_400_000)} order by created_at desc limit 1`.execute(
    ctx.db,
  )
  return { id: rows[0]!.id, at: rows[0]!.at.toISOString() }
}

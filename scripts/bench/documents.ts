import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadConfig } from '../../server/config.ts'
import type { ServerCtx } from '../../server/context.ts'
import type { Db } from '../../server/db/database.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { getDocument } from '../../server/domain/documents/get.ts'
import { countTabs, type ListRequest, listDocuments } from '../../server/domain/documents/list.ts'
import { linkFor } from '../../server/domain/people/operator-link.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { startServer } from '../../server/main.ts'
import { sessionBy } from '../../test/support/dashboard.ts'
import { ms, percentile, report, time } from './measure.ts'

const RUNS = 200
const WARM = 3
/** `BENCH_DOCUMENTS` makes it smaller, to try it out. */
const MANY = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000)
const FEW = 1_000
const BATCH = 1_000
const ALL: ListRequest = { tab: null, source: null, folder: null, since: null, search: '', older: false, from: null }

/** Each returns how many documents it shows or counts; null where it shows no list. */
type Work = Record<string, () => Promise<number | null>>

/** The dashboard's documents: one database with a thousand, one with a million, half of them in one workspace. */
export async function benchDocuments(): Promise<void> {
  await withWork(FEW, (few) =>
    withWork(MANY, async (many) => {
      for (const [what, work] of Object.entries(many)) {
        // Alternating, so that other load on the machine slows both.
        const [own, least]: [number[], number[]] = [[], []]
        for (let run = -WARM; run < RUNS; run++) {
          const [a, b] = [await time(1, work, 0), await time(1, few[what]!, 0)]
          if (run < 0) continue
          own.push(...a)
          least.push(...b)
        }
        const [shown, shownLeast] = [await rowsOf(work), await rowsOf(few[what]!)]
        for (const percent of [50, 95]) {
          const [a, b] = [percentile(own, percent), percentile(least, percent)]
          report(`${what}, p${percent}`, `${ms(a)}${shown}`, `${FEW} documents ${ms(b)}${shownLeast}`, a / b)
        }
      }
    }),
  )
}

/** A page of 51 rows costs more than an empty one, whatever it was looked for in. */
async function rowsOf(work: Work[string]): Promise<string> {
  const rows = await work()
  return rows === null ? '' : `, ${rows} rows`
}

async function withWork(documents: number, use: (work: Work) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const settings = loadConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const { ctx, stop } = await startServer(settings, { worker: false })
  try {
    const actor = await filled(ctx, documents)
    const deep = await placeAt(ctx.db, actor.workspaceId, Math.floor(documents / 4))
    const list = (request: Partial<ListRequest>) => async () => {
      const outcome = await listDocuments(ctx, actor, { ...ALL, ...request })
      return outcome.kind === 'list' ? outcome.list.rows.length : Number.NaN
    }
    const unlisted = (work: () => Promise<unknown>) => async () => {
      await work()
      return null
    }
    const person = { workspaceId: actor.workspaceId, email: 'bench@example.com', name: null, role: 'owner' } as const
    const { get } = await sessionBy(await linkFor(ctx, person))
    const page = (path: string) =>
      unlisted(async () => {
        const answer = await get(path)
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
      })
    await use({
      'first page': list({}),
      'a page in the middle': list({ from: { direction: 'older', place: deep } }),
      'what is waiting': list({ tab: 'waiting' }),
      'what needs attention': list({ tab: 'attention' }),
      counts: async () => {
        const counts = await countTabs(ctx, actor, ['waiting', 'attention', 'unsent'])
        return Object.values(counts).reduce((sum, count) => sum + count)
      },
      'search by id': list({ search: deep.id }),
      'search by address': list({ search: 'person78@' }),
      'search by address of every 250th': list({ search: 'quill@' }),
      'search by address of most': list({ search: 'office@example.com' }),
      'search by metadata': list({ search: 'order:78' }),
      'search by metadata of every 250th': list({ search: 'tenant:tenant-0' }),
      'search by metadata of all': list({ search: 'env:live' }),
      'search by metadata of all, signed': list({ search: 'env:live', tab: 'signed' }),
      'search for a word of 120 documents': list({ search: 'harbour' }),
      'search for a word of every 250th': list({ search: 'canal' }),
      'search for a word of every 250th, waiting': list({ search: 'canal', tab: 'waiting' }),
      'search for a frequent word': list({ search: 'number' }),
      'search for a name of every 250th': list({ search: 'quill' }),
      'search for a frequent name': list({ search: 'person' }),
      'search for a word of none': list({ search: 'xylophone' }),
      'a document': unlisted(() => getDocument(ctx, actor, deep.id)),
      'over HTTP, the list': page('/documents'),
      'over HTTP, a search by address': page('/documents?q=person78%40'),
      'over HTTP, a document': page(`/documents/${deep.id}`),
    })
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Two fifths declined, some of the rest signed; over 100 days. Both workspaces have a full page of every list, so that
 * what differs is only what it was looked for in: one word stands in as many of a thousand as of a million.
 */
async function filled(ctx: ServerCtx, documents: number): Promise<UserActor> {
  const create = (name: string) => ctx.db.transaction().execute((tx) => createWorkspace(ctx, tx, { name }))
  const [large, other] = [await create('Large'), await create('Others')]
  const every250th = Math.min(250, documents / 125)
  // The oldest first, as they are sent: a trigger would put what one statement inserts into any order.
  for (let first = documents; first > 0; first -= BATCH)
    await sql`
    with planned as materialized (
      select gen_random_uuid() as id, case when n % 2 = 0 then ${large.id}::uuid else ${other.id}::uuid end as workspace_id,
        n, n % ${every250th} = 0 as is_250th, now() - n * interval '100 days' / ${documents} as created_at
      from generate_series(${first}::int, ${Math.max(1, first - BATCH + 1)}::int, -1) as n
    ), inserted as (
      insert into documents (id, workspace_id, region, source, title, filename, metadata, placement, signing_mode,
        send_emails, expires_in_days, page_count, page_sizes, original_sha256, sha256, created_at, seal_state)
      select id, workspace_id, 'eu', 'v1_api', 'Lease number ' || n || case when is_250th then ' Canal Road' else '' end
          || case when n % ${2 * Math.floor(documents / 240)} = 0 then ' Harbour Street' else '' end,
        'lease.pdf', jsonb_build_object('order', n, 'env', 'live', 'tenant', 'tenant-' || n % ${every250th}), 'anchors', 'parallel',
        false, 14, 1, '[{"width":595,"height":842}]', repeat('0', 64), repeat('0', 64), created_at,
        case when n % 3 = 0 then 'sealed' end
      from planned
    )
    insert into signing_requests (id, document_id, workspace_id, position, email, name, status, locale,
      link_key_version, created_at, emailed)
    select gen_random_uuid(), id, workspace_id, position, email, name, 'pending', 'en', 1, created_at, true
    from planned, lateral (values
      (0, case when is_250th then 'quill' else 'person' || n end || '@example.com',
        case when is_250th then 'Quill' else 'Person ' || n end),
      (1, 'office@example.com', 'Front Office')) as signer (position, email, name)
    where position = 0 or n % 3 <> 1`.execute(ctx.db)
  await sql`update signing_requests set status = 'declined', declined_at = signing_requests.created_at from documents
    where documents.id = document_id and (metadata->>'order')::int % 10 in (0, 4)`.execute(ctx.db)
  await sql`vacuum analyze documents`.execute(ctx.db)
  await sql`vacuum analyze signing_requests`.execute(ctx.db)
  await sql`vacuum analyze document_words`.execute(ctx.db)
  await sql`vacuum analyze document_metadata`.execute(ctx.db)
  const origin = { ip: null, userAgent: null }
  return {
    kind: 'user',
    workspaceId: large.id,
    userId: randomUUID(),
    role: 'owner',
    tier: 'self_hosted',
    liveId: null,
    origin,
  }
}

async function placeAt(db: Db, workspaceId: string, offset: number): Promise<{ at: Date; id: string }> {
  const { created_at: at, id } = await db
    .selectFrom('documents')
    .select(['created_at', 'id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirstOrThrow()
  return { at, id }
}

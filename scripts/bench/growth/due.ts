import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadConfig } from '../../../server/config.ts'
import type { ServerCtx } from '../../../server/context.ts'
import { createDatabase } from '../../../server/db/database.ts'
import { startServer } from '../../../server/main.ts'
import { median, ms, time } from '../measure.ts'
import { type Columns, fillBare, hurry, ID, keepPattern } from './bare.ts'
import { makePatterns, makePlaces, type Patterns, type Place } from './patterns.ts'
import { dueWork, pruneWork } from './work.ts'

const PLACES = 20
const RUNS = 5

/** Tables that swell together, what their rows are like, and what is looked for in them. */
interface Stage {
  tables: { table: string; own: Columns; like?: string }[]
  work: string[]
}

/**
 * `npm run bench -- due 10000000`: so many rows of the tables that each query of what is due reads, and no others; none of
 * them is due, as an hour after everything was done. Prints the plan of each statement, with what it read. 10 million take
 * 15 GB at a time.
 */
export async function benchDue([rows = 1_000_000]: number[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const settings = loadConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  try {
    const { ctx, stop } = await startServer(settings, { worker: true })
    const places = await makePlaces(ctx, PLACES)
    const patterns = await makePatterns(ctx, places[0]!)
    await pruneWork(ctx)['prune: pruneApiLog']!()
    await stop()
    const again = await startServer(settings, { worker: false })
    try {
      const all = stages(patterns, places)
      for (const { tables } of all)
        for (const { table, like } of tables) if (like) await keepPattern(again.ctx.db, table, like)
      for (const stage of all) await explainStage(again.ctx, stage, rows)
    } finally {
      await again.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function stages({ sealed, open }: Patterns, places: Place[]): Stage[] {
  const place = `(array[${places.map(({ id }) => `'${id}'`).join()}])[1 + n % ${places.length}]::uuid`
  const year = (from: string) => `${from} - n % 31536000 * interval '1 second'`
  const later = `now() + n % 86400 * interval '1 second' + interval '1 hour'`
  const isOpen = 'n % 25 = 0'
  return [
    {
      tables: [
        {
          table: 'documents',
          own: {
            ...{ id: ID, workspace_id: place, created_at: year('now()'), files_checked_at: 'now()' },
            title: `'Lease ' || n`,
            seal_state: `case when not ${isOpen} then 'sealed' end`,
            completed_at: `case when not ${isOpen} then ${year('now()')} end`,
          },
          like: `id = '${sealed}'`,
        },
        {
          table: 'signing_requests',
          own: {
            ...{ id: ID, document_id: ID, workspace_id: place, email: `'person' || n || '@example.com'` },
            created_at: year('now()'),
            status: `case when ${isOpen} then 'pending' else 'signed' end`,
            // Open ones were invited in the last two weeks, and reminded when it was time.
            invited_at: `case when ${isOpen} then now() - n % 1209600 * interval '1 second' else ${year('now()')} end`,
            expires_at: `case when ${isOpen} then now() - n % 1209600 * interval '1 second' + interval '15 days' else ${year('now()')} end`,
            reminder_steps: `case when ${isOpen} then (n % 1209600 > 259200)::int + (n % 1209600 > 604800)::int + (n % 1209600 > 1036800)::int else 0 end`,
          },
          like: `document_id = '${open}' and position = 0`,
        },
        {
          table: 'renewals',
          own: { document_id: ID, holds_until: `now() + interval '10 years' + n * interval '1 second'` },
        },
      ],
      work: [
        ...['expired requests', 'reminders', 'reviews that are over', 'seals that are due', 'seals that are late'],
        ...[
          'files to erase',
          'files to check',
          'time stamps not surveyed',
          'time stamps to renew',
          'claims of dead processes',
        ],
        ...['prune: forgetUndeliveredCopies', 'prune: pruneCallbacks'],
      ],
    },
    {
      tables: [
        {
          table: 'delivery_queue',
          own: {
            workspace_id: place,
            hook_id: hookOf(places),
            period: `'infinity'`,
            next_attempt_at: later,
            ready: 'false',
          },
        },
        {
          table: 'events',
          own: {
            id: `'evt_' || md5(n::text)`,
            workspace_id: place,
            document_id: ID,
            created_at: `now() - n % 7689600 * interval '1 second'`,
          },
          like: `document_id = '${sealed}' and type <> 'document.completed'`,
        },
      ],
      work: ['deliveries to make ready', 'deliveries to claim', 'the gauges of /metrics', 'prune: pruneEvents'],
    },
    {
      tables: [
        {
          table: 'drafts',
          own: {
            workspace_id: place,
            region: `'eu'`,
            files: `'[]'`,
            send_at: `case when n % 10 = 0 then ${later} end`,
          },
        },
        { table: 'direct_starts', own: { expires_at: later } },
        { table: 'idempotency_keys', own: { workspace_id: place, mode: `'live'`, expires_at: later } },
        { table: 'template_files', own: { region: `'eu'`, files_checked_at: 'now()' } },
      ],
      work: [
        'scheduled drafts',
        'prune: pruneDrafts',
        'prune: pruneStarts',
        'prune: pruneRequests',
        'files of templates to check',
      ],
    },
  ]
}

const hookOf = (places: Place[]) =>
  `(array[${places.map(({ hookId }) => `'${hookId}'`).join()}])[1 + n % ${places.length}]::uuid`

async function explainStage(ctx: ServerCtx, { tables, work }: Stage, rows: number): Promise<void> {
  await hurry(ctx.db, true)
  for (const { table, own, like } of tables) {
    const [spent] = await time(1, () => fillBare(ctx.db, table, rows, own, like !== undefined), 0)
    console.log(`${rows} rows of ${table} in ${ms(spent!)}`)
  }
  await hurry(ctx.db, false)
  const plans: string[] = []
  const { db, end } = await explaining(ctx, plans)
  const explained = { ...ctx, db }
  const all = { ...dueWork(explained), ...pruneWork(explained) }
  for (const name of work) {
    const spent = await time(RUNS, all[name]!)
    plans.length = 0
    await all[name]!()
    console.log(`\n## ${name}: median ${ms(median(spent))}\n${plans.join('\n')}`)
  }
  await end()
  // The disk is for the next.
  await ctx.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { table } of tables) await sql`truncate ${sql.table(table)} cascade`.execute(tx)
  })
}

/** A connection to the database that tells the plan of each statement, as it ran. */
async function explaining(ctx: ServerCtx, plans: string[]) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ctx.db)
  const settings = {
    ...{ session_preload_libraries: 'auto_explain', client_min_messages: 'log', 'auto_explain.log_min_duration': '0' },
    ...{ 'auto_explain.log_analyze': 'on', 'auto_explain.log_buffers': 'on', max_parallel_workers_per_gather: '0' },
  }
  for (const [name, value] of Object.entries(settings))
    await sql`alter database ${sql.id(rows[0]!.name)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(ctx.db)
  const db = createDatabase({ url: ctx.db.url })
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const plan = /plan:\n([\s\S]+)/.exec(message)?.[1]
      if (plan) plans.push(plan)
    })
  })
  const end = async () => {
    await db.destroy()
    for (const name of Object.keys(settings))
      await sql`alter database ${sql.id(rows[0]!.name)} reset ${sql.raw(name)}`.execute(ctx.db)
  }
  return { db, end }
}

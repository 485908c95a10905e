import { copyFile, link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../server/db/database.ts'
import type { Patterns, Place } from './patterns.ts'

/** How long a year of documents goes back, and what of it a server still has: calls, events, callbacks. */
const DAYS = 365
const OPEN_DAYS = 14
/** Documents of the last month at least: then each list fills a page, also of the smallest database. */
const MONTH = 800
/** One of so many has the rare word; in a small database one of eight, so that a search for it fills a page. */
const RARE = 200
const BATCH = 1_000
/** Links that are made at once. */
const LINKS = 200

/**
 * The tables with rows of a document, each after those it refers to: how its rows are found from the pattern, and which
 * copies have them, as retention would have it.
 */
const TABLES: { table: string; of?: string; kept?: string }[] = [
  { table: 'documents', of: 'r.id = p.pattern' },
  { table: 'signing_requests' },
  { table: 'fields' },
  { table: 'document_revisions' },
  { table: 'sealed_trails' },
  { table: 'renewals' },
  { table: 'displays', of: 'r.signing_request_id in (select id from signing_requests where document_id = p.pattern)' },
  { table: 'audit_events' },
  { table: 'audit_private' },
  { table: 'hooks', kept: "p.age < interval '30 days'" },
  { table: 'events', kept: "p.age < interval '90 days'" },
  // The log of a hook of the workspace has the newest hundred.
  { table: 'deliveries', kept: "p.age < interval '30 days' and (r.period <> 'infinity' or p.n <= 200)" },
  { table: 'api_log', kept: "p.age < interval '30 days'" },
]

/** What a copy has of its own, besides ids and times. */
const OWN: Record<string, string> = {
  'documents.title': `'Lease number ' || p.n || case when p.n % p.rare = 0 then ' Canal Road' else '' end`,
  'documents.metadata': `jsonb_build_object('order', p.n, 'env', 'live', 'tenant', 'tenant-' || p.n % p.rare)`,
  'documents.files_checked_at': `now() - p.n % 29 * interval '1 day'`,
  'signing_requests.email': `'person' || p.n || '-' || r.position || '@example.com'`,
  'signing_requests.name': `case when p.n % p.rare = 0 then 'Quill ' else 'Person ' end || p.n`,
  'signing_requests.reminder_steps': `case when r.status in ('pending', 'viewed')
    then (p.age > interval '3 days')::int + (p.age > interval '7 days')::int + (p.age > interval '12 days')::int else 0 end`,
}

/**
 * Copies the patterns until the database has `documents` of them, by INSERT ... SELECT with all their rows: the newest is
 * of now, the oldest a year old; those of the last 14 days are half open, of those before the last month 85 of 100 are
 * sealed, the rest was declined, withdrawn or expired. Half are of the first place. Triggers and keys are checked as ever. The stored files are hard links.
 */
export async function copyDocuments(
  db: Db,
  {
    places,
    patterns,
    documents,
    blobs,
  }: { places: Place[]; patterns: Patterns; documents: number; blobs: string | null },
): Promise<void> {
  await plan(db, places, patterns, documents)
  const statements = await Promise.all(TABLES.map((one) => statementOf(db, one, places[0]!)))
  for (let first = documents; first > 0; first -= BATCH) {
    const last = Math.max(1, first - BATCH + 1)
    await db.transaction().execute(async (tx) => {
      for (const statement of statements)
        await sql.raw(`${statement} and p.n between ${last} and ${first} order by p.n desc`).execute(tx)
    })
    if (first % 50_000 < BATCH)
      console.log(`  ${documents - last + 1} of ${documents} documents, ${new Date().toISOString()}`)
  }
  if (blobs !== null) await linkFiles(db, patterns, blobs)
}

/** One row for each copy. The oldest have the highest number. */
async function plan(db: Db, places: Place[], patterns: Patterns, documents: number): Promise<void> {
  const month = Math.max(Math.floor(documents / 12), Math.min(MONTH, documents - 1))
  await sql
    .raw(`
    create unlogged table growth_places (at integer primary key, id uuid, key_id uuid, hook_id uuid);
    insert into growth_places values ${places.map(({ id, hookId, keys }, n) => `(${n}, '${id}', '${keys[0]!.id}', '${hookId}')`).join()};
    create unlogged table growth as
      select n, planned.pattern, age, now() - age - documents.created_at as shift, ${documents < RARE * 100 ? 8 : RARE} as rare,
        place.id as workspace_id, place.key_id, place.hook_id
      from generate_series(1, ${documents}) as n
      cross join lateral (select hashint4(n) & 127 as chance, case
          when n <= ${month} then n * interval '30 days' / ${month}
          else interval '30 days' + (n - ${month}) * interval '${DAYS - 30} days' / ${documents - month} end as age) as drawn
      cross join lateral (select case
          when age < interval '${OPEN_DAYS} days' and n % 2 = 0 then '${patterns.open}'::uuid
          when age < interval '${OPEN_DAYS} days' or (age < interval '30 days' and chance < 64) then '${patterns.recent}'
          when age >= interval '30 days' and chance < 109 then '${patterns.sealed}'
          when chance < 117 then '${patterns.expired}'
          when chance < 123 then '${patterns.declined}'
          else '${patterns.withdrawn}' end as pattern) as planned
      join documents on documents.id = planned.pattern
      join growth_places as place on place.at = case when n % 4 < 2 then 0 else 1 + n % ${places.length - 1} end;
    alter table growth add primary key (n);
    analyze growth;
  `)
    .execute(db)
}

async function statementOf(db: Db, { table, of, kept }: (typeof TABLES)[number], { hookId }: Place): Promise<string> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    db,
  )
  const values = rows.map(({ name, type }) => expressionOf(table, name, type, hookId))
  return `insert into ${table} (${rows.map(({ name }) => `"${name}"`).join(', ')})
    select ${values.join(', ')} from growth p join ${table} r on ${of ?? 'r.document_id = p.pattern'} where ${kept ?? 'true'}`
}

function expressionOf(table: string, name: string, type: string, hookId: string): string {
  const value = `r."${name}"`
  const own = OWN[`${table}.${name}`]
  if (own) return own
  if (name === 'workspace_id') return 'p.workspace_id'
  if (name === 'api_key_id' || name === 'key_id') return `case when ${value} is not null then p.key_id end`
  if (name === 'hook_id') return `case when ${value} = '${hookId}' then p.hook_id else ${copied(value)} end`
  if (name === 'blob_key') return `p.workspace_id || '/' || ${copied('r.document_id')} || substr(${value}, 74)`
  if (name === 'period') return `date_trunc('week', ${value} + p.shift)::date`
  if (type === 'uuid') return copied(value)
  // Ids of events.
  if (type === 'text' && /^(id|event_id|completion_event_id)$/.test(name)) return `'evt_' || md5(${value} || p.n)`
  return type === 'timestamp with time zone' ? `${value} + p.shift` : value
}

/** The same for every row that refers to the same one. */
const copied = (id: string) => `md5(${id}::text || p.n)::uuid`

/** A file system allows so many names of one file; then the next is a copy, which those after it are links to. */
const NAMES = 60_000

async function linkFiles(db: Db, patterns: Patterns, blobs: string): Promise<void> {
  for (const table of ['document_revisions', 'sealed_trails']) {
    const { rows } = await sql<{ from: string; to: string }>`
      select r.blob_key as from, p.workspace_id || '/' || md5(r.document_id::text || p.n)::uuid || substr(r.blob_key, 74) as to
      from growth p join ${sql.table(table)} r on r.document_id = p.pattern
      where p.pattern = any(${Object.values(patterns)}::uuid[])`.execute(db)
    const sources = new Map<string, { path: string; names: number }>()
    for (let first = 0; first < rows.length; first += LINKS)
      await Promise.all(
        rows.slice(first, first + LINKS).map(async ({ from, to }) => {
          const path = join(blobs, to)
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          const source = sources.get(from) ?? { path: join(blobs, from), names: 0 }
          if (source.names < NAMES) {
            sources.set(from, { ...source, names: source.names + 1 })
            await link(source.path, path)
          } else {
            await copyFile(source.path, path)
            sources.set(from, { path, names: 0 })
          }
        }),
      )
  }
}

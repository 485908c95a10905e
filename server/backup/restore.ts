import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '../db/database.ts'
import { appliedMigrations, knownMigrations, migrate } from '../db/migrate.ts'
import { allEnded } from '../storage/all-ended.ts'
import type { Storage } from '../storage/index.ts'
import {
  BackupError,
  BLOB_LIST,
  type BlobEntry,
  blobPath,
  checkEntry,
  type Manifest,
  readManifest,
  type TableEntry,
} from './format.ts'
import { columnList, openBackupSession, tablesInOrder } from './tables.ts'
import { megabytes } from './write.ts'

export interface RestoreContext {
  /** Not migrated yet. */
  db: Db
  storage: Pick<Storage, 'region'>
  progress: (line: string) => void
}

/** How often progress with the files is reported. */
const REPORT_EVERY = 500
/** A store takes its time to make each file durable, and takes many at once. */
const PARALLEL_PUTS = 8

/**
 * Reads every file of a backup and compares it with the manifest.
 * @throws BackupError naming what is missing or altered
 */
export async function checkBackup(
  folder: string,
  masterKey: Buffer,
  progress: (line: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder, masterKey)
  for (const entry of [...manifest.tables, manifest.jobs, manifest.blobs]) await checkEntry(folder, entry)
  let checked = 0
  for await (const blob of blobsOf(folder)) {
    await checkEntry(folder, { ...blob, path: blobPath(blob) })
    checked += 1
    if (checked % REPORT_EVERY === 0) progress(`checked ${checked} of ${manifest.blobs.count} files`)
  }
  progress(
    `The backup of ${manifest.created_at} is complete: ${checked} files (${megabytes(manifest.blobs.totalBytes)})`,
  )
  return manifest
}

/**
 * Fills an empty database and an empty store from a backup that `checkBackup` has checked, then migrates the schema to
 * this program's. The rows are committed last: a failed attempt leaves no row and deletes its files.
 * @throws BackupError when the database or the store is not empty, or the backup is from a newer Countersign
 */
export async function restore(ctx: RestoreContext, folder: string, manifest: Manifest): Promise<void> {
  await requireCompatible(ctx.db, manifest)
  await requireEmptyDatabase(ctx.db)
  await migrate(ctx.db, manifest.migrations.at(-1))
  const session = await openBackupSession(ctx.db.url)
  const stored: BlobEntry[] = []
  try {
    await session.query('begin')
    await requireSameTables(session, manifest)
    for (const table of manifest.tables) await fillTable(ctx, session, folder, table, `public.${table.table}`)
    for (const [name, last] of Object.entries(manifest.sequences)) {
      await session.query('select setval($1::regclass, $2::bigint)', [columnList([name]), last])
    }
    await addJobs(ctx, session, folder, manifest.jobs)
    await requireEmptyStore(ctx, session)
    await storeBlobs(ctx, folder, manifest, stored)
    await session.query('commit')
  } catch (error) {
    // If the store cannot delete either, the next attempt reports which region is not empty.
    await Promise.allSettled(stored.map(({ region, key }) => ctx.storage.region(region).delete(key)))
    throw error
  } finally {
    await session.end()
  }
  await migrate(ctx.db)
  await analyse(ctx.db)
}

/** Searches are planned by statistics, and nothing else would make them before many more rows have changed. */
async function analyse(db: Db): Promise<void> {
  const session = await openBackupSession(db.url)
  try {
    await session.query('analyze')
  } finally {
    await session.end()
  }
}

async function requireCompatible(db: Db, manifest: Manifest): Promise<void> {
  const unknown = manifest.migrations.filter((name) => !knownMigrations().includes(name))
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a newer Countersign, with ${unknown.join(', ')}: restore it with that version`,
    )
  }
  const ahead = (await appliedMigrations(db)).filter((name) => !manifest.migrations.includes(name))
  if (ahead.length === 0) return
  throw new BackupError(
    `The database already has ${ahead.join(', ')}, which the backup does not: use a database without tables`,
  )
}

async function requireEmptyDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\\_migration%'
    order by table_name`.execute(db)
  for (const { name } of rows) {
    const found = await sql`select from ${sql.table(`public.${name}`)} limit 1`.execute(db)
    if (found.rows.length > 0) {
      throw new BackupError(`The database is not empty: ${name} has rows. Restore into an empty database`)
    }
  }
}

async function requireSameTables(session: pg.Client, manifest: Manifest): Promise<void> {
  const shape = (tables: { name: string; columns: string[] }[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted()
  const here = shape(await tablesInOrder(session))
  const there = shape(manifest.tables.map(({ table, columns }) => ({ name: table, columns })))
  const differing = [...here.filter((t) => !there.includes(t)), ...there.filter((t) => !here.includes(t))]
  if (differing.length > 0) throw new BackupError(`The tables are not those of the backup: ${differing.join('; ')}`)
}

/** The store must not have any file of a workspace of the backup: these rows would not refer to it. */
async function requireEmptyStore({ storage }: RestoreContext, session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ id: string; region: BlobEntry['region'] }>('select id, region from workspaces')
  for (const { id, region } of rows) {
    for await (const { key } of storage.region(region).list(`${id}/`)) {
      throw new BackupError(`The store of region ${region} is not empty: it has ${key}. Restore into an empty store`)
    }
  }
}

async function fillTable(
  { progress }: RestoreContext,
  session: pg.Client,
  folder: string,
  { table, columns, path, rows }: TableEntry,
  target: string,
): Promise<void> {
  const filling = session.query(
    copyFrom(`copy ${target} (${columnList(columns)}) from stdin (format text, encoding 'UTF8')`),
  )
  await pipeline(createReadStream(join(folder, path)), filling)
  if (filling.rowCount !== rows) throw new BackupError(`${table}: ${filling.rowCount} rows instead of ${rows}`)
  progress(`${table}: ${rows} rows`)
}

/** Uses the queue's own function: its version may differ from the one that was backed up. */
async function addJobs(ctx: RestoreContext, session: pg.Client, folder: string, jobs: TableEntry): Promise<void> {
  await session.query(`create temporary table backup_jobs (
    number bigint generated always as identity, identifier text, payload json, queue_name text, run_at timestamptz,
    max_attempts integer, priority integer) on commit drop`)
  await fillTable(ctx, session, folder, jobs, 'backup_jobs')
  const { rows } = await session.query<{ id: string | null }>(`
    select (graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, priority => priority)).id as id
    from (select * from backup_jobs order by number) as jobs`)
  if (rows.some(({ id }) => id === null)) throw new Error('A job was not added')
}

async function storeBlobs(
  { storage, progress }: RestoreContext,
  folder: string,
  { blobs }: Manifest,
  stored: BlobEntry[],
): Promise<void> {
  const blobsLeft = blobsOf(folder)
  const lane = async () => {
    for await (const blob of blobsLeft) {
      stored.push(blob)
      await storage.region(blob.region).put(blob.key, { path: join(folder, blobPath(blob)) })
      if (stored.length % REPORT_EVERY === 0) progress(`stored ${stored.length} of ${blobs.count} files`)
    }
  }
  // Each ended before a failure deletes what was stored.
  await allEnded(Array.from({ length: PARALLEL_PUTS }, lane))
  progress(`stored ${stored.length} files`)
}

async function* blobsOf(folder: string): AsyncGenerator<BlobEntry> {
  const lines = createInterface({
    input: createReadStream(join(folder, BLOB_LIST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) yield JSON.parse(line) as BlobEntry
}

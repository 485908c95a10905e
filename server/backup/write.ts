import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Clock } from '../clock.ts'
import { takeBackupLock } from '../db/backup-lock.ts'
import type { Db } from '../db/database.ts'
import { knownMigrations } from '../db/migrate.ts'
import { masterKeyId } from '../keyring.ts'
import type { Region } from '../regions.ts'
import { type Storage, StorageError } from '../storage/index.ts'
import {
  BackupError,
  BLOB_LIST,
  type BlobEntry,
  blobPath,
  type FileEntry,
  type Manifest,
  type TableEntry,
  writeEntry,
  writeManifest,
} from './format.ts'
import { columnList, JOB_COLUMNS, JOBS, JOBS_SQL, openBackupSession, tablesInOrder } from './tables.ts'

export interface BackupContext {
  db: Db
  storage: Pick<Storage, 'region'>
  clock: Clock
  masterKey: Buffer
  /** Called with one line about each completed step. */
  progress: (line: string) => void
}

/** How many rows have their files copied in parallel, and how many are read ahead. */
const PARALLEL_COPIES = 4
const BATCH_ROWS = 100

/**
 * Everything that has files of its own, by the table that names them; a kind of stored file that is not here is in no
 * backup. Files of documents with a tombstone are being deleted.
 */
const FILES_SQL: Record<string, { rows: string; count: string }> = {
  document_revisions: {
    rows: `select documents.id::text as owner, documents.region,
        json_agg(json_build_object('key', blob_key, 'sha256', document_revisions.sha256) order by seq) as revisions
      from documents join document_revisions on document_id = documents.id
      where deleted_at is null group by documents.id`,
    count: `select count(*) from document_revisions join documents on documents.id = document_id
      where deleted_at is null`,
  },
  // Sealed anew after the files were deleted, a trail shows none of them.
  sealed_trails: {
    rows: `select 'audit trail of ' || document_id as owner, region,
        json_build_array(json_build_object('key', blob_key, 'sha256', sealed_trails.sha256)) as revisions
      from sealed_trails join documents on documents.id = document_id`,
    count: 'select count(*) from sealed_trails',
  },
  template_files: {
    rows: `select 'template ' || template_id as owner, region,
        json_build_array(json_build_object('key', blob_key, 'sha256', sha256)) as revisions
      from template_files`,
    count: 'select count(*) from template_files',
  },
  drafts: {
    rows: `select 'draft ' || drafts.id as owner, region,
        json_build_array(json_build_object('key', file ->> 'blob_key', 'sha256', file ->> 'sha256')) as revisions
      from drafts, jsonb_array_elements(files) as file`,
    count: 'select sum(jsonb_array_length(files)) from drafts',
  },
}

/** What one row of a table keeps in the store. */
interface Stored {
  /** As a damaged one is listed: the id of a document, or `audit trail of ID`, `template ID`, `draft ID`. */
  owner: string
  region: Region
  /** Each hash covers all bytes up to its end. */
  revisions: { key: string; sha256: string }[]
}

/**
 * Writes everything a server stores into `folder`, which must be new or empty: all tables in one REPEATABLE READ
 * transaction, then every stored file that they reference, then the manifest. Servers and workers keep running;
 * retention keeps files until the backup is finished. The keyring stays wrapped under MASTER_KEY, which is not written.
 * @throws BackupError when the folder is not empty, another backup is running, MASTER_KEY is not the database's, or the
 *   database is that of a newer Countersign
 */
export async function backup(ctx: BackupContext, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty`)
  const session = await openBackupSession(ctx.db.url)
  try {
    if (!(await takeBackupLock(session))) throw new BackupError('Another backup of this database is running')
    const { files, ...tables } = await copyTables(ctx, session, folder)
    const blobs = await copyBlobs(ctx, session, folder, files)
    const manifest: Manifest = { format: 1, ...tables, ...blobs }
    // Also proves that the session, and with it the lock that prevents files from being deleted, has survived.
    await session.query('close stored_files')
    await writeManifest(folder, manifest, ctx.masterKey)
    return manifest
  } finally {
    await session.end()
  }
}

type TablesPart = Pick<
  Manifest,
  'created_at' | 'postgres' | 'master_key_id' | 'migrations' | 'tables' | 'jobs' | 'sequences'
> & {
  /** How many the cursor will return. */
  files: number
}

/** The migrations of the snapshot. What an older program than that of the servers writes could not be restored by any. */
async function knownSchema(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>('select name from public.kysely_migration order by name')
  const names = rows.map(({ name }) => name)
  const newer = names.filter((name) => !knownMigrations().includes(name))
  if (newer.length === 0) return names
  throw new BackupError(
    `The database was updated by a newer Countersign, with ${newer.join(', ')}: back it up with that version`,
  )
}

async function copyTables(ctx: BackupContext, session: pg.Client, folder: string): Promise<TablesPart> {
  await session.query('begin isolation level repeatable read')
  await requireMasterKey(session, ctx.masterKey)
  const migrations = await knownSchema(session)
  const created_at = ctx.clock.now().toISOString()
  const tables: TableEntry[] = []
  for (const { name, columns } of await tablesInOrder(session)) {
    const query = `select ${columnList(columns)} from ${columnList([name])}`
    tables.push(await copyTable(ctx, session, folder, { table: name, columns, query }))
  }
  const jobs = await copyTable(ctx, session, folder, { table: JOBS, columns: JOB_COLUMNS, query: JOBS_SQL })
  // Sequences are not transactional: read now, they are past every number in the tables.
  const { rows } = await session.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null`,
  )
  const version = await session.query<{ server_version_num: string }>('show server_version_num')
  // A backup before an upgrade has the tables of its time.
  const kinds = tables.flatMap(({ table }) => FILES_SQL[table] ?? [])
  // Kept beyond the transaction, which would otherwise block vacuum for as long as the files take.
  await session.query(
    `declare stored_files no scroll cursor with hold for ${kinds.map(({ rows }) => rows).join(' union all ')}`,
  )
  const counted = await session.query<{ n: string }>(
    `select ${kinds.map(({ count }) => `coalesce((${count}), 0)`).join(' + ')} as n`,
  )
  await session.query('commit')
  return {
    files: Number(counted.rows[0]!.n),
    created_at,
    postgres: Math.floor(Number(version.rows[0]!.server_version_num) / 10_000),
    master_key_id: masterKeyId(ctx.masterKey),
    migrations,
    tables,
    jobs,
    sequences: Object.fromEntries(rows.map(({ name, last }) => [name, last])),
  }
}

/** A backup whose key is lost would only be noticed on the day it is needed. */
async function requireMasterKey(session: pg.Client, masterKey: Buffer): Promise<void> {
  const { rows } = await session.query<{ id: string }>('select distinct master_key_id as id from keyring')
  const other = rows.find(({ id }) => id !== masterKeyId(masterKey))
  if (!other) return
  throw new BackupError(
    `MASTER_KEY is not the one of this database (it has the id ${masterKeyId(masterKey)}, the keys are wrapped under ${other.id})`,
  )
}

async function copyTable(
  ctx: BackupContext,
  session: pg.Client,
  folder: string,
  { table, columns, query }: { table: string; columns: string[]; query: string },
): Promise<TableEntry> {
  const rows = session.query(copyTo(`copy (${query}) to stdout (format text, encoding 'UTF8')`))
  const file = await writeEntry(folder, join('tables', `${table}.copy`), rows)
  ctx.progress(`${table}: ${rows.rowCount} rows`)
  return { table, columns, rows: rows.rowCount, ...file }
}

async function copyBlobs(
  ctx: BackupContext,
  session: pg.Client,
  folder: string,
  total: number,
): Promise<Pick<Manifest, 'blobs' | 'damaged'>> {
  const damaged: string[] = []
  const copied = { count: 0, totalBytes: 0 }
  async function* list(): AsyncGenerator<string> {
    for (;;) {
      const { rows } = await session.query<Stored>(`fetch ${BATCH_ROWS} from stored_files`)
      if (rows.length === 0) return
      const workers: Promise<BlobEntry[]>[] = Array.from({ length: PARALLEL_COPIES }, async () => {
        const entries: BlobEntry[] = []
        for (let stored = rows.shift(); stored; stored = rows.shift()) {
          const { blobs, problem } = await copyFiles(ctx, folder, stored)
          entries.push(...blobs)
          if (problem === null) continue
          damaged.push(stored.owner)
          ctx.progress(`DAMAGED ${stored.owner}: ${problem}`)
        }
        return entries
      })
      for (const entry of (await Promise.all(workers)).flat()) {
        copied.count += 1
        copied.totalBytes += entry.bytes
        yield `${JSON.stringify(entry)}\n`
      }
      ctx.progress(`files: ${copied.count} of about ${total} (${megabytes(copied.totalBytes)})`)
    }
  }
  const file: FileEntry = await writeEntry(folder, BLOB_LIST, list())
  return { blobs: { ...file, ...copied }, damaged: damaged.sort() }
}

/** Copies files and checks them against the hashes in their rows. */
async function copyFiles(
  { storage }: BackupContext,
  folder: string,
  { region, revisions }: Stored,
): Promise<{ blobs: BlobEntry[]; problem: string | null }> {
  const blobs: BlobEntry[] = []
  const whole = createHash('sha256')
  async function* hashed(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      whole.update(chunk)
      yield chunk
    }
  }
  for (const { key, sha256 } of revisions) {
    try {
      const stored = hashed(storage.region(region).stream(key))
      const { bytes, sha256: own } = await writeEntry(folder, blobPath({ region, key }), stored)
      blobs.push({ region, key, bytes, sha256: own })
    } catch (error) {
      if (!(error instanceof StorageError) || error.reason === 'failed') throw error
      return { blobs, problem: `the file ${key} is ${error.reason} in the store` }
    }
    if (whole.copy().digest('hex') !== sha256) {
      return { blobs, problem: `the file ${key} differs from what was stored` }
    }
  }
  return { blobs, problem: null }
}

export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { Database } from './schema.ts'

/**
 * The SHA-256 of every statement of a migration with its parameters, lowercase hex: what it would run on a database
 * without rows. The same from source and from the compiled package.
 */
export async function checksumOf(migration: Migration): Promise<string> {
  const hash = createHash('sha256')
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      hash.update(JSON.stringify([query.sql, query.parameters]))
    },
  })
  await migration.up(recorder)
  return hash.digest('hex')
}

/** Keeps the checksums of migrations that have just run, beside their names. */
export async function keepChecksums(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  if (!(await hasChecksums(db)))
    await sql`alter table kysely_migration add column if not exists checksum text`.execute(db)
  for (const [name, migration] of Object.entries(migrations)) {
    await sql`update kysely_migration set checksum = ${await checksumOf(migration)} where name = ${name}`.execute(db)
  }
}

/**
 * Names of the applied migrations that ran here with other statements than this program has for them. Those that ran
 * before checksums were kept cannot be judged.
 */
export async function editedMigrations(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<string[]> {
  if (!(await hasChecksums(db))) return []
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from kysely_migration where checksum is not null order by name
  `.execute(db)
  const judged = rows.map(async ({ name, checksum }) => {
    const migration = migrations[name]
    return migration && (await checksumOf(migration)) !== checksum ? [name] : []
  })
  return (await Promise.all(judged)).flat()
}

async function hasChecksums(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_attribute where attrelid = to_regclass('kysely_migration') and attname = 'checksum' and not attisdropped
  `.execute(db)
  return rows.length > 0
}

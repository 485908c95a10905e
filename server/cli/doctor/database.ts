import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { changedMigrations, newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { keepsSessions, POOLED } from '../../db/pooler.ts'
import { openReplica } from '../../db/replica.ts'
import { createLogger } from '../../log.ts'
import { type Finding, failed as failedFinding } from './finding.ts'

/**
 * Opens the database as it is, without migrating it, and passes it on if a server can run on it and has done so before.
 * @param use the checks that need the database
 */
export async function withUntouchedDatabase(config: Config, use: (db: Db) => Promise<Finding[]>): Promise<Finding[]> {
  if (config.databaseUrl === null && !(await exists(join(config.dataDir, 'postgres', 'PG_VERSION')))) {
    return [failed(`there is none in ${config.dataDir} yet; the first start creates it`)]
  }
  const log = createLogger('warn', process.stderr)
  let pending: string[] = []
  let newer: string[] = []
  const { db, close } = await openDatabase(config, log, 'join', async (opened) => {
    pending = await pendingMigrations(opened)
    newer = await newerMigrations(opened)
  })
  try {
    if (newer.length > 0) return [failed(`a newer Countersign has updated it, with ${newer.join(', ')}`)]
    if (pending.length > 0) return [failed(`${pending.length} migrations are pending: ${pending.join(', ')}`)]
    const findings = [await edited(db), await pooled(db)]
    const keys = await db.selectFrom('keyring').select('purpose').limit(1).execute()
    if (keys.length === 0) return [...findings, failed('no server has been started on it yet')]
    return [...findings, ...(await use(db))]
  } finally {
    await close()
  }
}

const failed = (detail: string): Finding => failedFinding('database', detail)

/** A database whose tables were made by other statements than this program's fails later, where nobody expects it. */
async function edited(db: Db): Promise<Finding> {
  const names = await changedMigrations(db)
  const subject = 'migration statements'
  if (names.length === 0) return { status: 'ok', subject, detail: 'as this program has them' }
  const detail = `this program has other statements for ${names.join(', ')}: the tables may differ from what it expects`
  return { status: 'failed', subject, detail }
}

/** A replica that cannot be used keeps nothing from working. */
export async function replica(ctx: Pick<Ctx, 'config' | 'clock' | 'log' | 'metrics'> & { db: Db }): Promise<Finding[]> {
  const { databaseReadUrl: url } = ctx.config
  if (url === null) return []
  const opened = openReplica(url, ctx)
  try {
    const problem = await opened.problem(ctx.db)
    const detail = problem === null ? 'has what the primary has' : `DATABASE_READ_URL: ${problem}`
    return [{ status: problem === null ? 'ok' : 'warning', subject: 'database replica', detail }]
  } finally {
    await opened.close()
  }
}

async function pooled(db: Db): Promise<Finding> {
  const subject = 'database sessions'
  if (await keepsSessions(db)) return { status: 'ok', subject, detail: 'each connection keeps its own' }
  return { status: 'failed', subject, detail: db.isPooled ? POOLED.directUrl : POOLED.url }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

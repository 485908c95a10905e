import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { loadConfig } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import { startServer } from '../../server/main.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import { requestTimestamp } from '../../server/pdf/timestamp.ts'
import { TEMPORARY_OF_FILE_STORE } from '../../server/storage/index.ts'
import { cpuSeconds } from '../../test/support/cpu.ts'
import { workspaceHook } from '../../test/support/engine.ts'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import { createCa } from '../../test/support/pki.ts'
import { builtInTsa } from '../../test/support/sealing.ts'

/** Commands from the measuring process. */
export type Command =
  /** Waits until no job and no delivery is due. */
  | { type: 'drain' }
  /** What has been used so far. */
  | { type: 'spent' }
  /** Does for so many documents what any design has to. */
  | { type: 'least'; documents: number }
  | { type: 'stop' }

export interface Spent {
  /** Milliseconds of processor time: of the server with its child processes, and of its main thread. */
  serverCpuMs: number
  mainCpuMs: number
  postgresCpuMs: number
  statements: number
  walBytes: number
  /** Of the blob store. */
  storedBytes: number
}

/** Messages of this process: `ready` once, then one reply to each command. */
export type Reply =
  | { type: 'ready'; url: string; keys: string[]; quietKeys: string[] }
  | { type: 'drained' }
  | ({ type: 'spent' } & Spent)
  | { type: 'done' }
  | { type: 'stopped' }

const KEYS = 200
/** Of a document: those that change something. */
const STEPS = 9
const MARK = {
  ...({ kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1 } as const),
  ink: { type: 'typed', text: 'Ada Lovelace' } as const,
  caption: null,
}
/** Where a webhook's receiver listens, and the folder for everything that is stored. */
const [receiver, dataDir] = process.argv.slice(2) as [string, string]

/** A server as an operator runs it on one machine, with two workspaces: one with two hooks, one with none. */
async function run(): Promise<void> {
  let statements = 0
  // Counts all statements: kysely and graphile-worker both go through pg's client.
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    statements++
    return query.apply(this, args)
  } as typeof query
  const settings = loadConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  })
  const { ctx, stop } = await startServer(settings, { worker: true })
  const workspaceWithKeys = async (name: string) => {
    const workspace = await ctx.db.transaction().execute((tx) => createWorkspace(ctx, tx, { name }))
    const keys: string[] = []
    for (let i = 0; i < KEYS; i++) {
      const rights = { workspaceId: workspace.id, name: `${i}`, scope: 'full' as const, allowIps: [], embedOrigins: [] }
      keys.push((await createKey(ctx, ctx.db, rights)).key)
    }
    return { workspace, keys }
  }
  const { workspace, keys } = await workspaceWithKeys('Bench')
  const { keys: quietKeys } = await workspaceWithKeys('Quiet')
  for (const name of ['first', 'second']) await workspaceHook(ctx, { workspaceId: workspace.id }, `${receiver}/${name}`)
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

  const reply = (message: Reply) => process.send?.(message)
  process.on('message', async (message: Command) => {
    switch (message.type) {
      case 'drain': {
        statements -= await drained()
        reply({ type: 'drained' })
        break
      }
      case 'spent': {
        const before = statements
        const { rows } = await sql<{
          bytes: string
        }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`.execute(ctx.db)
        statements = before
        const all = cpuSeconds({ ended: true })
        const serverCpuMs = cpuSeconds({ ended: true, without: [postmaster] }) * 1000
        reply({
          type: 'spent',
          serverCpuMs,
          mainCpuMs: await mainThreadMs(),
          postgresCpuMs: all * 1000 - serverCpuMs,
          statements,
          walBytes: Number(rows[0]!.bytes),
          storedBytes: await bytesIn(join(dataDir, 'blobs')),
        })
        break
      }
      case 'least':
        await least(message.documents)
        reply({ type: 'done' })
        break
      case 'stop':
        await stop()
        reply({ type: 'stopped' })
        process.exit(0)
    }
  })

  /** @returns how many statements it took to look */
  async function drained(): Promise<number> {
    let looks = 0
    for (let quiet = 0; quiet < 3; looks++) {
      const { rows } = await sql<{ due: boolean }>`
        select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
          or exists (select from delivery_queue) as due`.execute(ctx.db)
      quiet = rows[0]!.due ? 0 : quiet + 1
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    return looks
  }

  /** A hash, two marks, a signature, a time stamp, and a durable commit for each step. */
  async function least(documents: number): Promise<void> {
    await sql`create table if not exists bench_steps (id serial primary key)`.execute(ctx.db)
    const tsa = await builtInTsa(await createCa())
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = makePdf()
    for (let n = 0; n < documents; n++) {
      let signed = file
      createHash('sha256').update(file).digest()
      for (const y of [0.1, 0.3]) signed = Buffer.concat([signed, await stampFields(signed, [{ ...MARK, y }])])
      const signature = sign('sha256', signed, privateKey)
      await requestTimestamp([tsa], createHash('sha256').update(signature).digest())
      for (let step = 0; step < STEPS; step++) await sql`insert into bench_steps default values`.execute(ctx.db)
    }
  }

  reply({ type: 'ready', url: `http://127.0.0.1:${ctx.config.port}`, keys, quietKeys })
}

const TICK_MS = 10

/** Of this process's main thread alone. */
async function mainThreadMs(): Promise<number> {
  const line = await readFile(`/proc/self/task/${process.pid}/stat`, 'utf8')
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Of what stays: temporary files come and go. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isStored = entry.isFile() && !entry.parentPath.endsWith(TEMPORARY_OF_FILE_STORE)
    if (isStored) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

await run()

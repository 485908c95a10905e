import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { inject } from 'vitest'
import { createApp } from '../../server/app.ts'
import { atPort, type Config, loadConfig, newMasterKey } from '../../server/config.ts'
import { closeContext, createContext, type ServerCtx } from '../../server/context.ts'
import { transaction } from '../../server/db/database.ts'
import type { KeyScope, OutboxTable } from '../../server/db/schema.ts'
import type { TaskName, Tasks } from '../../server/db/tasks.ts'
import { deliverDue } from '../../server/delivery/index.ts'
import { createWorkspace } from '../../server/domain/records/workspaces/create.ts'
import { createKey } from '../../server/domain/records/workspaces/keys.ts'
import type { Workspace } from '../../server/domain/records/workspaces/read.ts'
import { listen } from '../../server/http/server.ts'
import { runDueJobs, runTask } from '../../server/jobs/index.ts'
import { createLogger } from '../../server/log.ts'
import { createReader, type DocumentReader } from '../../server/pdf/view/reader.ts'
import type { Region } from '../../server/regions.ts'
import { loadDevPki } from '../../server/sealing/dev-pki.ts'
import { type Caller, caller, type TestKey } from './call.ts'
import { type TestClock, testClock } from './clock.ts'
import { contractFetch } from './contract.ts'
import { testDatabase } from './database.ts'
import { rememberAllowlist } from './exchange-causes.ts'
import { sharedPdfPool, sharedReader } from './pdf-pool.ts'

export type { CallAnswer, CallInit, TestKey } from './call.ts'

export interface TestServerOptions {
  /** Default: stopped at the time of the start. */
  clock?: TestClock
  /** Settings that differ from a development server's. */
  config?: Partial<Config>
  /** Whether pages are drawn for people, which costs more than all else of a signature. Default: false. */
  draws?: boolean
  /** Parts of the context that differ. */
  overrides?: Partial<ServerCtx>
}

export interface TestServer {
  /** `http://localhost:PORT`, without a slash. */
  url: string
  ctx: ServerCtx
  clock: TestClock
  workspace(
    options?: Partial<Pick<Workspace, 'name' | 'tier' | 'retention_days'>> & { region?: Region },
  ): Promise<Workspace>
  /** A sandbox, of a workspace of its own unless another is named. */
  sandbox(liveId?: string): Promise<Workspace>
  /** A key, of the server's first workspace unless another is named. */
  key(options?: {
    name?: string
    scope?: KeyScope
    workspaceId?: string
    allowIps?: string[]
    embedOrigins?: string[]
    returnOrigins?: string[]
  }): Promise<TestKey>
  /** A fetch of `path` (as in `/v1/me`) that checks every answer from the API against the spec. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The same with a key and a JSON or multipart body, with the answer parsed. */
  call: Caller
  /** Runs every job and delivery that is due by the clock, until none is left. */
  work(): Promise<void>
  /** Runs one task now, such as one from the crontab. */
  run<Name extends TaskName>(task: Name, payload: Tasks[Name]): Promise<void>
  /** Mails and text messages so far, oldest first. */
  outbox(): Promise<Pick<OutboxTable, 'channel' | 'recipient' | 'subject' | 'html' | 'body'>[]>
  /** What the server has logged so far, debug messages included. */
  log(): string
  stop(): Promise<void>
}

const BUSY_ROUNDS = 100

/**
 * A real server on a real port with its own database, data folder and clock, and no background work except
 * `work()`. Stop it in `afterAll`.
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { clock = testClock() } = options
  const [database, dataDir, http] = await Promise.all([
    testDatabase(),
    dataFolder(),
    listen({ port: 0, host: '127.0.0.1' }),
  ])
  const settings = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: newMasterKey(),
  })
  const lines: string[] = []
  const log = createLogger('debug', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const config = { ...atPort(settings, http.port), ...options.config }
  const ctx = await createContext(config, {
    ...{ db: database.db, clock, log, pdf: sharedPdfPool, reader: options.draws ? sharedReader : closedReader() },
    ...options.overrides,
  })
  http.serve(createApp(ctx), ctx.log)
  const url = `http://localhost:${http.port}`
  const judged = contractFetch(fetch)
  let firstWorkspace: Promise<Workspace> | undefined

  const server: TestServer = {
    url,
    ctx,
    clock,
    async workspace({ name = 'Test workspace', region = 'eu', ...rest } = {}) {
      const workspace = await transaction(ctx.db, (tx) => createWorkspace(ctx, tx, { name, region }))
      if (Object.keys(rest).length === 0) return workspace
      return ctx.db
        .updateTable('workspaces')
        .set(rest)
        .where('id', '=', workspace.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async sandbox(liveId) {
      const live_id = liveId ?? (await server.workspace()).id
      const more = { live_id, ends_at: new Date(clock.now().getTime() + 86_400_000) }
      return transaction(ctx.db, (tx) => createWorkspace(ctx, tx, { name: 'Sandbox', more }))
    },
    async key({ name = 'Test', scope = 'full', workspaceId, allowIps = [], ...origins } = {}) {
      if (!workspaceId) firstWorkspace ??= server.workspace()
      const owner = workspaceId ?? (await firstWorkspace!).id
      const { embedOrigins = [], returnOrigins = [] } = origins
      const own = { scope, allowIps, embedOrigins, returnOrigins }
      const minted = await createKey(ctx, ctx.db, { workspaceId: owner, name, ...own })
      rememberAllowlist(minted.key, allowIps)
      return { ...minted, workspaceId: owner }
    },
    fetch: (path, init) => judged(url + path, init),
    call: caller((path, init) => server.fetch(path, init)),
    async work() {
      for (let round = 0; round < BUSY_ROUNDS; round++) {
        const { ran } = await runDueJobs(ctx)
        if (ran + (await deliverDue(ctx)) === 0) return
      }
      throw new Error(`Work does not come to an end: ${lines.slice(-20).join('')}`)
    },
    run: (task, payload) => runTask(ctx, task, payload, { number: 1, last: true }),
    outbox: () =>
      ctx.db.selectFrom('outbox').select(['channel', 'recipient', 'subject', 'html', 'body']).orderBy('id').execute(),
    log: () => lines.join(''),
    async stop() {
      await http.close()
      await closeContext(ctx)
      await database.close()
      // A handler whose caller has hung up may still be keeping a picture.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  return server
}

/** It refuses every job, as one that has no memory left. */
function closedReader(): DocumentReader {
  const reader = createReader()
  void reader.close()
  return reader
}

/** The built-in authority's keys take a while to make, so all servers of a run share one set, valid for years. */
async function dataFolder(): Promise<string> {
  const shared = join(inject('runDirectory'), 'pki')
  const made = { now: new Date('2026-01-01T00:00:00Z'), crlUrl: 'http://localhost/pki/ca.crl' }
  const [dataDir] = await Promise.all([mkdtemp(join(tmpdir(), 'countersign-server-')), loadDevPki(shared, made)])
  await mkdir(join(dataDir, 'pki'), { mode: 0o700 })
  await cp(shared, join(dataDir, 'pki'), { recursive: true })
  return dataDir
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, type Sandbox, systemClock } from './clock.ts'
import { type Config, ConfigError, newMasterKey } from './config.ts'
import { type CallLog, createCallLog } from './db/call-log.ts'
import { type Changes, createChanges } from './db/changes.ts'
import type { Db, Tx } from './db/database.ts'
import { createDeliverySignal, type DeliverySignal } from './db/delivery-signal.ts'
import { FullWindows } from './db/full-windows.ts'
import { openDatabase } from './db/open.ts'
import { openReplica, type Replica } from './db/replica.ts'
import type { Holder } from './db/session-lock.ts'
import { type Keyring, loadKeyring } from './keyring.ts'
import { createLogger, type Logger } from './log.ts'
import { createMail, type Mail } from './mail/index.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createOpenId, type OpenId } from './net/openid.ts'
import { createOutbound, type Outbound } from './net/outbound.ts'
import { createDevPki, type DevPki } from './pdf/dev-ca.ts'
import { createPdfPool, type PdfPool } from './pdf/pool.ts'
import { createReader, type DocumentReader } from './pdf/view/reader.ts'
import { createSealer, type Sealer } from './sealing/index.ts'
import { createSms, type Sms } from './sms/index.ts'
import { openStorage, type Storage } from './storage/index.ts'
import { makeWritableFolder } from './writable-folder.ts'

/** Everything a verb may need. Passed as an argument; nothing is global. */
export interface Ctx {
  config: Config
  /** In a verb that is part of another's transaction: that transaction, which `transaction()` joins. */
  db: Db | Tx
  /** For `listing`; null: there is none. */
  replica: Replica | null
  storage: Storage
  mail: Mail
  sms: Sms
  sealer: Sealer
  pdf: PdfPool
  reader: DocumentReader
  keyring: Keyring
  outbound: Outbound
  /** The issuer of single sign-on; null: there is none. */
  openId: OpenId | null
  clock: Clock
  /** Null: everything is live. */
  sandbox: Sandbox | null
  /** Whether each workspace seen so far is a sandbox, which never changes. */
  isSandbox: Map<string, boolean>
  /** The seal of sandboxes, by a test authority that is made when it is first needed. */
  testSealer: () => Promise<Sealer>
  log: Logger
  metrics: Metrics
  deliveries: DeliverySignal
  changes: Changes
  holder: Holder
  /** Whether this process is about to end: it finishes what it does, and readiness fails. */
  lifecycle: { isDraining: boolean }
  fullWindows: FullWindows
  callLog: CallLog
}

/** The context of a whole process, with the pool itself. */
export interface ServerCtx extends Ctx {
  db: Db
}

type Closer = () => Promise<void>

/** What `createContext` opened, in order of opening; overrides are closed by their owner. */
const closersOf = new WeakMap<Ctx, Closer[]>()

/**
 * Opens everything the settings name: the database (migrated to the latest schema), storage, mail, seal. Parts in
 * `overrides` are used as they are; a `db` among them must be migrated.
 * @param ifRunning what to do if a running server owns the embedded Postgres: a second server refuses, a command joins
 * @param onDatabaseLost called when the embedded Postgres ends by itself
 */
export async function createContext(
  config: Config,
  overrides: Partial<ServerCtx> = {},
  { ifRunning = 'refuse', onDatabaseLost }: { ifRunning?: 'refuse' | 'join'; onDatabaseLost?: () => void } = {},
): Promise<ServerCtx> {
  const closers: Closer[] = []
  try {
    const clock = overrides.clock ?? systemClock
    const log = overrides.log ?? createLogger(config.logLevel)
    const metrics = overrides.metrics ?? createMetrics()
    const db = overrides.db ?? opened(closers, await openDatabase(config, log, ifRunning, undefined, onDatabaseLost)).db
    const { databaseReadUrl } = config
    const replica = databaseReadUrl ? opened(closers, openReplica(databaseReadUrl, { clock, log, metrics })) : null
    const keyring = overrides.keyring ?? (await loadKeyring(db, await masterKeyOf(config), clock))
    const storage =
      overrides.storage ??
      opened(closers, await openStorage({ urls: config.storage, dataDir: config.dataDir, now: clock.now() }))
    const mail =
      overrides.mail ??
      opened(
        closers,
        createMail(
          { url: config.mailUrl, from: config.mailFrom, returnTo: config.bounceAddress, dnsServers: config.dnsServers },
          db,
          clock,
        ),
      )
    const outbound =
      overrides.outbound ?? opened(closers, createOutbound({ ...config.outbound, dnsServers: config.dnsServers }))
    const pdf =
      overrides.pdf ??
      opened(
        closers,
        createPdfPool({
          threads: config.pdfThreads ?? undefined,
          fontDir: config.fontDir ?? undefined,
          sealLevel: config.seal.level,
          onWorkerError: (error) => log.error({ err: error }, 'a PDF worker died'),
        }),
      )
    const sealing = { clock, log, pool: pdf, metrics }
    const ctx: ServerCtx = {
      config,
      db,
      replica,
      storage,
      mail,
      sms: overrides.sms ?? createSms({ url: config.smsUrl, from: config.smsFrom }, db, clock),
      sealer: overrides.sealer ?? (await openSealer(config, sealing)),
      pdf,
      reader: overrides.reader ?? opened(closers, createReader()),
      keyring,
      outbound,
      openId: overrides.openId ?? openIdOf(config),
      clock,
      sandbox: null,
      isSandbox: overrides.isSandbox ?? new Map(),
      testSealer: overrides.testSealer ?? openTestSealer(config, { ...sealing, db, keyring }),
      log,
      metrics,
      deliveries: overrides.deliveries ?? createDeliverySignal({ pool: db.pool, log }),
      changes: overrides.changes ?? createChanges(),
      holder: overrides.holder ?? { id: null },
      lifecycle: overrides.lifecycle ?? { isDraining: false },
      fullWindows: overrides.fullWindows ?? new FullWindows(),
      callLog: overrides.callLog ?? createCallLog(db),
    }
    closersOf.set(ctx, closers)
    return ctx
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Closes what `createContext` opened, in reverse order: the database outlives everything that uses it. */
export async function closeContext(ctx: Ctx): Promise<void> {
  await closeAll(closersOf.get(ctx) ?? [])
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
}

function opened<T extends { close(): Promise<void> }>(closers: Closer[], part: T): T {
  closers.push(() => part.close())
  return part
}

/** The sealer of the settings. @param missing what to do where the built-in authority is needed and was not made yet */
export function openSealer(
  config: Config,
  parts: { clock: Clock; log: Logger; pool: PdfPool; metrics: Metrics },
  missing: 'create' | 'refuse' = 'create',
): Promise<Sealer> {
  const { seal, dataDir, mode, tsaUrls, publicUrl } = config
  return createSealer({
    ...parts,
    missing,
    dataDir,
    mode,
    publicUrl,
    sealP12: seal.p12,
    sealP12Password: seal.p12Password,
    sealCert: seal.cert,
    sealKey: seal.key,
    sealLevel: seal.level,
    tsaUrls: tsaUrls ?? [],
  })
}

/** The sealer of sandboxes; its authority is the same in every process, and made when it is first needed. */
function openTestSealer(
  { publicUrl, dataDir, mode }: Config,
  { db, keyring, ...parts }: { clock: Clock; log: Logger; pool: PdfPool; metrics: Metrics; db: Db; keyring: Keyring },
): () => Promise<Sealer> {
  let opened: Promise<Sealer> | undefined
  return () => {
    opened ??= loadTestAuthority(db, keyring, { now: parts.clock.now(), crlUrl: `${publicUrl}/pki/test-ca.crl` }).then(
      (authority) => createSealer({ ...parts, dataDir, mode, authority, sealLevel: 'B-LT', tsaUrls: [], publicUrl }),
    )
    // The next seal tries again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
}

/** Whoever reads the certificate is told, whatever else they see. */
const TEST_SEAL_NAME = 'TEST, not binding'

/** The authority that seals in sandboxes: made once, kept encrypted in the database, so the same in every process. */
async function loadTestAuthority(
  db: Db,
  keyring: Keyring,
  { now, crlUrl }: { now: Date; crlUrl: string },
): Promise<DevPki> {
  const read = async () => {
    const row = await db.selectFrom('test_authority').select('pki').executeTakeFirst()
    return row && (JSON.parse(keyring.decrypt('secret', row.pki).toString()) as DevPki)
  }
  const known = await read()
  if (known) return known
  const made = await createDevPki({ now, crlUrl, name: TEST_SEAL_NAME })
  const pki = keyring.encrypt('secret', Buffer.from(JSON.stringify(made)))
  // Of two processes that make one at the same time, the first wins; both then read it.
  await db
    .insertInto('test_authority')
    .values({ pki, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read()) ?? made
}

/** The issuer of the settings; null: there is none. */
export function openIdOf({ oidc, publicUrl }: Config): OpenId | null {
  return oidc && createOpenId({ ...oidc, redirectUri: `${publicUrl}/sign-in/sso/callback` })
}

/** `MASTER_KEY`, or the key that a development server generates on its first start. */
export async function masterKeyOf(config: Config): Promise<Buffer> {
  if (config.masterKey) return config.masterKey
  await makeWritableFolder('DATA_DIR', config.dataDir)
  try {
    // Only one of two processes that start together creates it; both then read the same file.
    await writeFile(masterKeyFile(config), `${newMasterKey()}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return existingMasterKey(config)
}

/** The same for callers that cannot work with a new key. @throws ConfigError if there is none yet */
export async function existingMasterKey(config: Config): Promise<Buffer> {
  if (config.masterKey) return config.masterKey
  const path = masterKeyFile(config)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new ConfigError([`MASTER_KEY: not set, and there is no ${path}`])
  })
  return Buffer.from(text.trim(), 'hex')
}

const masterKeyFile = ({ dataDir }: Config) => join(dataDir, 'master.key')

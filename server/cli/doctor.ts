import { styleText } from 'node:util'
import { systemClock } from '../clock.ts'
import { type Config, loadValidConfig } from '../config.ts'
import { type Ctx, existingMasterKey } from '../context.ts'
import type { Db } from '../db/database.ts'
import { checksOfDatabase, clockSkewMs, runChecks } from '../domain/workers/readiness.ts'
import { readKeyring } from '../keyring.ts'
import { createLogger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { checkFonts } from '../pdf/fonts/check.ts'
import { MAX_SKEW_MS } from '../sealing/problems.ts'
import { storageAsItIs } from '../storage/index.ts'
import { replica, withUntouchedDatabase } from './doctor/database.ts'
import { files as storedFiles } from './doctor/files.ts'
import { type Finding, failed, found, tryOut } from './doctor/finding.ts'
import { sealAndPublicUrl, timestampAuthorities } from './doctor/seal.ts'
import { issuer, workspaceToJoin } from './doctor/single-sign-on.ts'
import { stores } from './doctor/stores.ts'
import { jobs, mail, returnedMails, sms, timeStamps } from './doctor/trials.ts'

/** An operator can wait: a machine that is slow today is no fault. */
const PATIENCE_MS = 30_000

/**
 * `countersign doctor [--files] [--json]`: tries everything the server needs and changes nothing that stays, with
 * `--files` reads every stored file too; prints each finding, exits 1 if anything fails.
 */
export async function doctor({ files = false, json = false }: { files?: boolean; json?: boolean }): Promise<void> {
  const findings = await diagnose(files)
  process.stdout.write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : findings.map(line).join(''))
  if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1
}

/** Everything that is found. @param env the settings; default: those of this process */
export async function diagnose(withFiles: boolean, env?: Record<string, string>): Promise<Finding[]> {
  const { config, problems: invalid } = loadValidConfig(
    SUBJECTS.map(([, own]) => own),
    env,
  )
  const findings = invalid.map((detail) => failed('settings', detail))
  if (findings.length === 0) findings.push(found('settings', null, 'complete'))
  const skipped = SUBJECTS.filter(([, own]) => invalid.some((problem) => own.test(problem))).map(([subject]) => subject)
  return [...findings, ...(await findAll(config, withFiles, skipped))]
}

/** The settings that each subject needs. */
const SUBJECTS: [subject: string, settings: RegExp][] = [
  ['database', /^DATABASE_/],
  ['storage', /^STORAGE_/],
  ['mail', /^MAIL_/],
  ['sms', /^SMS_/],
  ['single sign-on', /^OIDC_/],
  ['seal', /^(SEAL_|PUBLIC_URL|API_)/],
  ['time-stamp authorities', /^TSA_/],
  ['fonts', /^FONT_/],
]

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const

const line = ({ status, subject, detail }: Finding) =>
  `${styleText(COLOURS[status], status.padEnd(8), { stream: process.stdout })}${subject}: ${detail}\n`

/**
 * Each part is opened and tried for itself: one that is broken keeps no other from being looked at.
 * @param skipped subjects whose settings are invalid
 */
async function findAll(config: Config, withFiles: boolean, skipped: string[]): Promise<Finding[]> {
  const parts = { config, clock: systemClock, log: createLogger('warn', process.stderr), metrics: createMetrics() }
  const storage = await storageAsItIs({ urls: config.storage, dataDir: config.dataDir })
  try {
    const checks: [subject: string, check: () => Promise<Finding[]>][] = [
      ['database', () => withUntouchedDatabase(config, (db) => ofDatabase({ ...parts, storage, db }, withFiles))],
      ['storage', () => stores(config, storage)],
      ['mail', () => mail(config)],
      ['returned mails', () => returnedMails(config)],
      ['sms', async () => [sms(config)]],
      ['single sign-on', () => issuer(config)],
      ['seal', () => sealAndPublicUrl(config, parts, PATIENCE_MS)],
      ['time-stamp authorities', () => timestampAuthorities(config, parts.clock.now())],
      ['fonts', async () => [fonts(config)]],
    ]
    const wanted = checks.filter(([subject]) => !skipped.includes(subject))
    const tried = await Promise.all(wanted.map(([subject, check]) => tryOut(subject, check)))
    const warnings = config.warnings.map((detail): Finding => ({ status: 'warning', subject: 'settings', detail }))
    return [...warnings, ...tried.flat()]
  } finally {
    await storage.close()
  }
}

type OfDatabase = Pick<Ctx, 'config' | 'clock' | 'log' | 'metrics' | 'storage'> & { db: Db }

async function ofDatabase(ctx: OfDatabase, withFiles: boolean): Promise<Finding[]> {
  // First, so that the checks below show the result.
  const stored = withFiles ? await tryOut('files', () => storedFiles(ctx)) : []
  const ready = Object.entries(await runChecks(ctx, checksOfDatabase(ctx), PATIENCE_MS)).map(
    ([subject, { status, detail }]): Finding => {
      // For a server, readiness fails without a worker; before the start a warning is enough.
      const unstarted = subject === 'worker' && status === 'failed'
      return { status: unstarted ? 'warning' : status, subject, detail: detail ?? 'good' }
    },
  )
  const tried = [
    await tryOut('database replica', () => replica(ctx)),
    await tryOut('master key', async () => [await masterKey(ctx)]),
    await tryOut('jobs', async () => [await jobs(ctx)]),
    await tryOut('time stamps', async () => [await timeStamps(ctx)]),
    await tryOut('single sign-on', () => workspaceToJoin(ctx.config, ctx.db)),
    await tryOut('clock', async () => [await clock(ctx)]),
  ]
  return [...ready, ...tried.flat(), ...stored]
}

async function masterKey({ config, db }: OfDatabase): Promise<Finding> {
  await readKeyring(db, await existingMasterKey(config))
  return found('master key', null, 'opens the keys in the database')
}

function fonts({ fontDir }: Config): Finding {
  checkFonts(fontDir ?? undefined)
  return found('fonts', null, 'every font can be read')
}

async function clock(ctx: OfDatabase): Promise<Finding> {
  const skew = await clockSkewMs(ctx)
  const detail = `${Math.round(Math.abs(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} the database’s`
  return { status: Math.abs(skew) > MAX_SKEW_MS ? 'failed' : 'ok', subject: 'clock', detail }
}
